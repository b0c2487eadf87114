import type { Options } from '../config.ts';
import type { Page } from '../listing.ts';
import type { Call, WithMeta } from '../request.ts';

/** Sends a call with the settings of the client. */
export type Caller = <T extends object>(call: Call, options?: Options) => Promise<WithMeta<T>>;

/** A call with the results key. */
export const results = (method: Call['method'], path: string) =>
  ({ method, path, key: 'resultsKey' }) as const;

/** A list's query without its cursor, which the listing passes itself. */
export type Query<Q> = Omit<Q, 'cursor' | 'limit'> & { limit?: number };

/**
 * An id as one part of a path. An empty id would address the list beside it, and dots another path: URLs know
 * no spelling of them that stays a name.
 */
export const segment = (id: string, name: string): string => {
  if (typeof id !== 'string' || id === '') throw new TypeError(`\`${name}\` is missing`);
  if (id === '.' || id === '..' || !id.isWellFormed())
    throw new TypeError(`\`${name}\` cannot be asked for by this id: ${id}`);
  return encodeURIComponent(id);
};

/** On the wire the rows have the name of their noun; a page has `data`. */
export const pageOf = <T>(
  answer: WithMeta<object>,
  data: T[],
  next_cursor: string | null,
): WithMeta<Page<T>> =>
  Object.defineProperty({ data, next_cursor }, '_meta', { value: answer._meta }) as WithMeta<Page<T>>;
