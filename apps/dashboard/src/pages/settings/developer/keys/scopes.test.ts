import { expect, it } from 'vitest';
import { allScopes, mayWords, scopeWords } from './scopes.ts';

it('says what a key may do, in the order of its scopes', () => {
  expect(mayWords(['results:read', 'reviews:write'])).toBe('read results, decide reviews');
});

it('says "everything" when no scope is missing', () => {
  const all = allScopes().map(({ scope }) => scope);
  expect(mayWords(all)).toBe('everything');
  expect(mayWords(all.slice(1))).not.toBe('everything');
});

it('keeps the name of a scope that it does not know', () => {
  expect(scopeWords('lists:write')).toBe('lists:write');
});
