import { DASHBOARD_ENDPOINTS } from '@standpoint/contract';
import { expect, it, test } from 'vitest';

/** Fields whose text others read as the name of a person, an organization or a thing. */
const NAMES = ['name', 'legal_name', 'organization', 'integrator'];

type Schema = Record<string, unknown>;

/** Where a body has a name, and the pattern that it is checked with. */
function namesIn(schema: unknown, at: string): { at: string; pattern: string }[] {
  if (schema === null || typeof schema !== 'object') return [];
  return Object.entries(schema as Schema).flatMap(([key, value]) => {
    const { type, pattern } = (value ?? {}) as { type?: unknown; pattern?: unknown };
    if (NAMES.includes(key) && type === 'string') return [{ at: `${at}.${key}`, pattern: String(pattern) }];
    return namesIn(value, Number.isNaN(Number(key)) && key !== 'properties' ? `${at}.${key}` : at);
  });
}

const fits = (pattern: string, text: string) => new RegExp(pattern, 'u').test(text);
/** A field that refuses a plain name is not one of them: it takes one of our own words. */
const FOUND = DASHBOARD_ENDPOINTS.flatMap((endpoint) =>
  'body' in endpoint
    ? namesIn(endpoint.body, endpoint.name).filter(({ pattern }) => fits(pattern, 'Ana Ops'))
    : [],
);

it('finds the names that a person types', () => {
  const places = FOUND.map(({ at }) => at);
  for (const one of ['dashboardChangeMe.name', 'dashboardMakeKey.name', 'dashboardChangeProject.name'])
    expect(places).toContain(one);
  expect(places.some((at) => at.startsWith('dashboardSavePolicyDraft.definition'))).toBe(true);
  expect(places.some((at) => at.includes('shapes'))).toBe(true);
});

test.each([
  ['turns what follows it', 'Ana \u202espO'],
  ['encloses what follows it', 'Ana \u2067Ops'],
  ['has a character without width', 'Ana\u200b Ops'],
  ['has an invisible mark at its beginning', '\ufeffAna'],
  ['has a line break of Unicode', 'Ana\u2028Ops'],
  ['has a control character of Latin-1', 'Ana\u009bOps'],
])('no name is taken when it %s', (_why, text) => {
  expect(FOUND.filter(({ pattern }) => fits(pattern, text)).map(({ at }) => at)).toEqual([]);
});

test.each(['Österreich & Søn', '山田 太郎', 'שרה\u200f (א)', 'می\u200cخواهم', '👩\u200d💻 Ana'])(
  'every name is taken when it is spelt as %s',
  (text) => {
    expect(FOUND.filter(({ pattern }) => !fits(pattern, text)).map(({ at }) => at)).toEqual([]);
  },
);
