export interface Difference {
  /** The path, e.g. `checks[4].outcome`. */
  path: string;
  recorded: unknown;
  recomputed: unknown;
}

const MOST = 20;

/** The deepest places where two JSON values differ, at most 20. */
export function differences(recorded: unknown, recomputed: unknown, path = ''): Difference[] {
  if (JSON.stringify(recorded) === JSON.stringify(recomputed)) return [];
  if (!isObject(recorded) || !isObject(recomputed) || Array.isArray(recorded) !== Array.isArray(recomputed))
    return [{ path, recorded: recorded ?? null, recomputed: recomputed ?? null }];
  const keys = new Set([...Object.keys(recorded), ...Object.keys(recomputed)]);
  const found = [...keys].flatMap((key) =>
    differences(recorded[key], recomputed[key], join(path, key, Array.isArray(recorded))),
  );
  // The same members in another order make another text.
  return (
    found.length > 0
      ? found
      : [{ path, recorded: Object.keys(recorded), recomputed: Object.keys(recomputed) }]
  ).slice(0, MOST);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const join = (path: string, key: string, index: boolean): string =>
  index ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
