import { EVENT_TYPES } from '@standpoint/contract/events/types';
import { expect, it } from 'vitest';
import { EVENT_GROUPS, eventWords, typesWords } from './event-words.ts';

it('puts every type into one group', () => {
  expect(EVENT_GROUPS.flatMap(({ types }) => types).sort()).toEqual([...EVENT_TYPES].sort());
  expect(EVENT_GROUPS.every(({ types }) => types.length > 0)).toBe(true);
});

it('keeps the name of a type that it does not know', () => {
  expect(eventWords('list.changed')).toBe('list.changed');
  expect(eventWords('customer.erased')).toBe('A customer was erased');
});

it.each([
  [[], 'every event'],
  [['audit.head'], 'audit.head'],
  [['audit.head', 'key.misused'], '2 types'],
  [EVENT_GROUPS[1]!.types, 'all of face'],
])('says %j in one line', (types, words) => {
  expect(typesWords(types)).toBe(words);
});
