import { DEFAULT_SETTINGS } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { changesOf, defaultWords, SETTING_ROWS, settingProblem, typedOf, valueAt } from './setting-rows.ts';

const row = (place: string) => SETTING_ROWS.find((each) => each.place === place)!;
const project = {
  settings: { preflight_life_s: 120, retention: { preset: 'bipa' as const, session_days: 30 } },
  defaults: { ...DEFAULT_SETTINGS, legal_name: 'Harbour Bank' },
};

describe('the settings of a project', () => {
  it('have a row for each setting that there is a choice of', () => {
    const places = Object.entries(DEFAULT_SETTINGS).flatMap(([name, value]) =>
      typeof value === 'object' && value ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
    );
    // One version of answers exists so far.
    expect(SETTING_ROWS.map(({ place }) => place).sort()).toEqual(
      places.filter((place) => place !== 'version').sort(),
    );
  });

  it('are empty where the default holds', () => {
    const typed = typedOf(project.settings);
    expect(typed).toMatchObject({ preflight_life_s: 120, sdk: '', 'retention.preset': 'bipa' });
    expect(changesOf(project, typed)).toEqual({ settings: {}, unset: [] });
  });

  it('are sent when they changed, and no others', () => {
    const typed = { ...typedOf(project.settings), sdk: '0.3', 'retention.verification_days': 10 };
    expect(changesOf(project, typed)).toEqual({
      settings: { sdk: '0.3', retention: { verification_days: 10 } },
      unset: [],
    });
  });

  it('follow their default again when they are emptied', () => {
    const typed = { ...typedOf(project.settings), preflight_life_s: '', 'retention.preset': '' };
    expect(changesOf(project, typed)).toEqual({
      settings: {},
      unset: ['preflight_life_s', 'retention.preset'],
    });
  });

  it('say their default in words', () => {
    expect(defaultWords(row('preflight_life_s'), project)).toBe('300\u00a0seconds');
    expect(defaultWords(row('legal_name'), project)).toBe('Harbour Bank');
    expect(defaultWords(row('sdk'), project)).toBe('0.5');
    expect(defaultWords(row('retention.preset'), project)).toBe('None');
  });

  it.each([
    ['preflight_life_s', 59],
    ['preflight_life_s', 901],
    ['preflight_life_s', 60.5],
    ['retention.session_days', 0],
  ] as const)('%s is not %d', (place, value) => {
    expect(settingProblem(row(place), value)).toContain('Write a whole number from');
  });

  it('take an empty field and their limits', () => {
    expect([60, 900, ''].map((value) => settingProblem(row('preflight_life_s'), value))).toEqual([
      null,
      null,
      null,
    ]);
    expect(settingProblem(row('legal_name'), 'x'.repeat(201))).toBe('Up to 200 characters.');
  });

  it('find a value at its place', () => {
    expect(valueAt(undefined, 'a.b')).toBeUndefined();
    expect(valueAt({ a: { b: 1 } }, 'a.b')).toBe(1);
  });
});
