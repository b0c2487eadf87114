import type { PolicyDefinition } from '@standpoint/contract';
import { expect, test } from 'vitest';
import { SharedDefinitions } from './shared-definitions.ts';

/** A new object each time, as each stored decision brings its own. A rule without shapes counts as 500 corners. */
const definition = (corners: number): PolicyDefinition =>
  ({
    name: 'Sites',
    transaction_types: ['deposit'],
    rule: { shapes: [{ polygon: [Array.from({ length: corners - 500 }, (_, i) => [i / 1e6, 0])] }] },
  }) as unknown as PolicyDefinition;

/** Whether the first object of the version is still the one that is shared. */
const keeps = (shared: SharedDefinitions, name: string, first: PolicyDefinition) =>
  shared.of(name, 1, definition(1_000)) === first;

test('gives the same object for the same version alone', () => {
  const shared = new SharedDefinitions();
  const first = definition(1_000);
  expect(shared.of('policy', 1, first)).toBe(first);
  expect(shared.of('policy', 1, definition(1_000))).toBe(first);
  expect(shared.of('policy', 2, definition(1_000))).not.toBe(first);
  expect(shared.of(null, 1, definition(1_000))).not.toBe(first);
});

test('forgets what was not used for longest when the corners are too many, however few the definitions', () => {
  const shared = new SharedDefinitions(10_000);
  const [a, b, c] = [definition(4_000), definition(4_000), definition(4_000)];
  shared.of('a', 1, a);
  shared.of('b', 1, b);
  expect(keeps(shared, 'a', a)).toBe(true);
  shared.of('c', 1, c);
  expect(keeps(shared, 'a', a)).toBe(true);
  expect(keeps(shared, 'c', c)).toBe(true);
  expect(keeps(shared, 'b', b)).toBe(false);
});

test('shares a definition without a rule', () => {
  const shared = new SharedDefinitions();
  const first = { name: 'No rule', transaction_types: ['deposit'] };
  expect(shared.of('policy', 1, first)).toBe(first);
  expect(shared.of('policy', 1, { ...first })).toBe(first);
});

test('keeps thousands of small ones', () => {
  const shared = new SharedDefinitions(1_000_000);
  const first = definition(501);
  shared.of('first', 1, first);
  for (let i = 0; i < 1_500; i++) shared.of('more', i, definition(501));
  expect(keeps(shared, 'first', first)).toBe(true);
});

test('keeps the one in use, even when it is larger than the bound', () => {
  const shared = new SharedDefinitions(10_000);
  const large = definition(50_000);
  for (let i = 0; i < 3; i++) expect(shared.of('large', 1, i === 0 ? large : definition(50_000))).toBe(large);
  shared.of('small', 1, definition(1_000));
  expect(keeps(shared, 'large', large)).toBe(false);
});
