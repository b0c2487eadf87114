import { describe, expect, test } from 'vitest';
import { PROBLEMS } from '../flow/problems.ts';
import { begin, type Screen, type State } from '../flow/state.ts';
import { HINTS } from '../guidance/hints.ts';
import { LOCALES, loadTexts } from '../page/locale.ts';
import { momentOf } from './moments.ts';
import { waitFor } from './pace.ts';
import { voiceFor } from './voices.ts';

const t = await loadTexts('en');
const start = begin('portal', { mobile: false, camera: true, framed: false });
const state = (screen: Screen, entry = 1): State => ({ ...start, screen, entry });
const ready = (hint: (typeof HINTS)[number] | null, guided = true) => state({ name: 'ready', hint, guided });
const STEPS = [
  { id: 'a', kind: 'front', window_ms: 4_000, hold_ms: 500, min: 0 },
  { id: 'b', kind: 'turn_left', window_ms: 4_000, hold_ms: 500, min: 15 },
];
const capture = (part: Partial<Extract<Screen, { name: 'capture' }>>) =>
  state({
    name: 'capture',
    attempt: { challenge: { steps: STEPS } } as never,
    step: -1,
    ratio: 0,
    holding: false,
    count: 0,
    hint: null,
    guided: true,
    ...part,
  });

describe('speech and tones', () => {
  test('read a new screen out at once', () => {
    const next = (screen: Screen) => momentOf(start, state(screen), t);
    expect(next({ name: 'ready', hint: null, guided: false })).toEqual({
      say: `${t.ready.title}. ${t.ready.body}`,
      now: true,
    });
    const pairing = { name: 'pairing', seen: 0, problem: null } as const;
    expect(next({ ...pairing, view: 'asked' }).say).toContain(t.pairing.body);
    expect(next({ ...pairing, view: 'blind', problem: 'camera_in_use' })).toEqual({
      say: `${t.problems.camera_in_use.title}. ${t.pairing.blind}`,
      tone: 'lost',
      now: true,
    });
    const reading = (seen: number) => state({ ...pairing, view: 'reading', seen });
    expect(momentOf(reading(0), reading(1), t)).toEqual({ say: t.pairing.seen, tone: 'nearer' });
    expect(momentOf(reading(1), reading(2), t)).toEqual({});
    expect(next({ name: 'uploading', ratio: 0 })).toEqual({
      say: 'Sending your pictures.',
      tone: 'done',
      now: true,
    });
    expect(next({ name: 'ended', how: 'expired' })).toEqual({
      say:
        'This check has expired. For your security, a check stays open only for a while. You can start a new one ' +
        'at the site that sent you.',
      now: true,
    });
    expect(next({ name: 'error', problem: 'camera_in_use' })).toMatchObject({ now: true, tone: 'lost' });
    expect(next({ name: 'retry', code: 'too_dark' }).say).toContain(
      'It was too dark. Turn towards a window or a lamp.',
    );
    expect(next({ name: 'retry', code: 'unheard_of' }).say).toContain(t.retry.reasons.other.split('\n')[1]);
  });

  test('say each instruction once, and play a tone for a finished step', () => {
    expect(momentOf(capture({}), capture({ count: 2 }), t)).toEqual({});
    expect(momentOf(capture({}), capture({ step: 0 }), t)).toEqual({
      say: 'Look straight ahead',
      now: true,
    });
    expect(momentOf(capture({ step: 0 }), capture({ step: 0, ratio: 0.4 }), t)).toEqual({});
    expect(momentOf(capture({ step: 0 }), capture({ step: 0, holding: true }), t)).toEqual({ tone: 'held' });
    expect(momentOf(capture({ step: 0, holding: true }), capture({ step: 1 }), t)).toEqual({
      say: 'Turn slowly to your left',
      now: true,
      tone: 'taken',
    });
  });

  test('say a hint, and sound different for better and worse', () => {
    expect(momentOf(ready(null), ready('face_not_present'), t)).toEqual({
      say: t.hints.face_not_present,
      tone: 'lost',
    });
    expect(momentOf(ready('face_not_present'), ready('face_too_far'), t)).toEqual({
      say: t.hints.face_too_far,
      tone: 'nearer',
    });
    expect(momentOf(ready('face_too_far'), ready('multiple_faces'), t)).toMatchObject({ tone: 'lost' });
    expect(momentOf(ready('face_too_far'), ready(null), t)).toEqual({ say: t.hints.well, tone: 'nearer' });
    expect(momentOf(ready('face_too_far'), ready('face_too_far'), t)).toEqual({});
  });

  test('do not say that all is well without the detector', () => {
    expect(momentOf(ready('face_too_far'), ready(null, false), t)).toEqual({});
  });

  test('use whole sentences in every language', async () => {
    for (const locale of LOCALES) {
      const words = await loadTexts(locale);
      const screens: Screen[] = [
        ...PROBLEMS.map((problem): Screen => ({ name: 'error', problem })),
        { name: 'result' },
        { name: 'processing' },
        { name: 'opening' },
      ];
      for (const screen of screens) {
        const { say = '' } = momentOf(start, state(screen), words);
        expect(say.length).toBeGreaterThan(5);
        expect(say).not.toMatch(/[{}]|undefined|\.\./);
      }
      for (const hint of HINTS) expect(momentOf(ready(null), ready(hint), words).say).toBe(words.hints[hint]);
    }
  });
});

describe('pace of hints', () => {
  test('is soon for a hint that settles, later for the next one, and much later for the same one', () => {
    expect(waitFor('a', 10_000, null)).toBe(350);
    expect(waitFor('b', 10_000, { text: 'a', at: 9_000 })).toBe(1_500);
    expect(waitFor('b', 20_000, { text: 'a', at: 9_000 })).toBe(350);
    expect(waitFor('a', 10_000, { text: 'a', at: 9_000 })).toBe(7_000);
  });
});

describe('voice', () => {
  const voice = (lang: string, localService = true, standard = false) => ({
    lang,
    localService,
    default: standard,
  });
  test('is one of the language, and of this device only', () => {
    const american = voice('en-US');
    const brazilian = voice('pt_BR');
    const voices = [voice('de-DE', false), american, voice('pt-PT', true, true), brazilian];
    expect(voiceFor(voices, 'en')).toBe(american);
    expect(voiceFor(voices, 'pt-BR')).toBe(brazilian);
    // A voice that speaks through a server does not count.
    expect(voiceFor(voices, 'de')).toBeUndefined();
    expect(voiceFor([], 'en')).toBeUndefined();
  });
});
