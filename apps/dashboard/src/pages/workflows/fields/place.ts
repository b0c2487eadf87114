import type { Definition } from '../queries.ts';

type Plain = Record<string, unknown>;
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a place like `handoff.policy`. */
export const valueAt = (definition: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((value, name) => (isPlain(value) ? value[name] : undefined), definition);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (isPlain(value) && Object.keys(value).length === 0);

/** What its group needs beside it, so that a group is never half there. */
const WITHIN: Record<string, string> = { enroll: 'on_pass', dedupe: 'scope' };

/**
 * The definition with another value there; without one, the place is taken out, and the group around it when nothing
 * else stands in it. The name always stays.
 */
export function withValue(definition: Definition, place: string, value: unknown): Definition {
  return put(definition as Plain, place.split('.'), value) as Definition;
}

function put(at: Plain, [name, ...rest]: readonly string[], value: unknown): Plain {
  if (name === undefined) return at;
  if (rest.length === 0) {
    if (isEmpty(value) && name !== 'name') return without(at, name);
    return { ...at, [name]: value };
  }
  const inner = put(isPlain(at[name]) ? (at[name] as Plain) : {}, rest, value);
  const needed = WITHIN[name];
  const gone = isEmpty(inner) || (needed !== undefined && inner[needed] === undefined);
  return gone ? without(at, name) : { ...at, [name]: inner };
}

const without = (at: Plain, name: string): Plain =>
  Object.fromEntries(Object.entries(at).filter(([each]) => each !== name));

/** The same value, whatever the order of its names. */
export const sameValue = (a: unknown, b: unknown): boolean => stable(a) === stable(b);
const stable = (value: unknown): string =>
  JSON.stringify(value, (_, each) =>
    isPlain(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [two]) => (one < two ? -1 : 1)))
      : each,
  ) ?? '';
