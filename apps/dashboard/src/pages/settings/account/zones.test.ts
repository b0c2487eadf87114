import { expect, it } from 'vitest';
import { zoneChoices } from './zones.ts';

it('lists each zone once, the browser’s own first, with what it is off by', () => {
  const choices = zoneChoices('America/New_York', 'Etc/GMT+12', (zone) => (zone === 'UTC' ? 'UTC' : 'UTC−5'));
  expect(choices[0]).toEqual({
    value: 'America/New_York',
    label: 'America/New York (this browser’s), UTC−5',
  });
  expect(choices.filter(({ value }) => value === 'America/New_York')).toHaveLength(1);
  expect(choices.some(({ value }) => value === 'Etc/GMT+12')).toBe(true);
  expect(choices.length).toBeGreaterThan(300);
});
