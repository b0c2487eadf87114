import { expect, it } from 'vitest';
import { inOrderOfLife, type SigningKey } from './signing-words.ts';

it('lists signing keys first, each use in the order in which a key lives, the newest first', () => {
  const key = (kid: string, use: SigningKey['use'], state: SigningKey['state'], day: number): SigningKey => ({
    kid,
    use,
    state,
    created_at: `2026-11-0${day}T00:00:00.000Z`,
    since: '2026-11-01T00:00:00.000Z',
    until: null,
  });
  const keys = [
    key('e', 'enc', 'active', 1),
    key('d', 'sig', 'retired', 2),
    key('c', 'sig', 'retired', 3),
    key('b', 'sig', 'active', 4),
    key('a', 'sig', 'next', 5),
  ];
  expect(inOrderOfLife(keys).map(({ kid }) => kid)).toEqual(['a', 'b', 'c', 'd', 'e']);
});
