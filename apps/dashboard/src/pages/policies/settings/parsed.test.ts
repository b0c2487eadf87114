import { expect, test } from 'vitest';
import { parsedDefinition } from './parsed.ts';

const problemOf = (rule: unknown) => parsedDefinition(JSON.stringify({ name: 'A', rule })).problem;

test('a file is turned away when the form could not show it', () => {
  expect(parsedDefinition('{').problem).toMatch(/^This is not JSON/);
  expect(problemOf({ allow: [5, null] })).toBe('“rule.allow” is a list of codes, such as "US-NJ".');
  expect(problemOf({ deny: 'US' })).toBe('“rule.deny” is a list of codes, such as "US-NJ".');
  expect(problemOf({ shapes: {} })).toBe('“rule.shapes” is a list.');
  expect(problemOf({ shapes: [{ effect: 'allow' }] })).toBe('Shape 1 is neither a polygon nor a circle.');
});

test('a file is taken as it is, or out of what policies get prints', () => {
  const definition = { name: 'A', rule: { allow: ['US-NJ'] } };
  expect(parsedDefinition(JSON.stringify(definition))).toEqual({ definition, problem: null });
  expect(parsedDefinition(JSON.stringify({ version: 3, definition })).definition).toEqual(definition);
});
