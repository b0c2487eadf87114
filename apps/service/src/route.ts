import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type TSchema,
  Type,
} from '@standpoint/contract';
import type {
  Answer,
  Call,
  Caller,
  Deps,
  KeyCaller,
  NobodyCaller,
  PersonCaller,
  Streamed,
  TokenCaller,
} from './deps.ts';

/** The caller that an endpoint's credential admits. */
type CallerOf<E extends Endpoint> = E['credential'][number] extends 'api_key' | 'results_key'
  ? KeyCaller
  : E['credential'][number] extends 'none'
    ? NobodyCaller
    : E['credential'][number] extends 'person'
      ? PersonCaller
      : TokenCaller;

/**
 * The work behind an endpoint: `(call, deps) → data`. Refuses through `refuse`; a negative verdict is data.
 */
export type Handler<E extends Endpoint> = (
  call: Call<BodyOf<E>, QueryOf<E>, ParamsOf<E>, CallerOf<E>>,
  deps: Deps,
) => Promise<AnswerOf<E> | Answer<AnswerOf<E> | null> | Streamed>;

export interface Route {
  endpoint: Endpoint;
  handle: (call: Call<never, never, never, Caller & never>, deps: Deps) => Promise<unknown>;
}

/** Binds an endpoint of the contract to its handler; types of both must fit. */
export const route = <E extends Endpoint>(endpoint: E, handle: Handler<E>): Route => ({
  endpoint,
  handle: handle as unknown as Route['handle'],
});

/** The envelope around an endpoint's data, for serialisation: fields outside the schema are never sent. */
export function envelopeSchema({ answer }: Endpoint): TSchema {
  const known = envelopes.get(answer);
  if (known) return known;
  const data = withNullable(answer);
  const made = Type.Object({ status_code: Type.Integer(), message: Type.String(), data });
  envelopes.set(answer, made);
  return made;
}
/** By the schema of the data, which is a constant of the contract: production and sandbox write the same answers. */
const envelopes = new WeakMap<TSchema, TSchema>();

/**
 * Writes each "… or null" of a schema as `nullable`. Fastify's serializer checks a value against every branch of a
 * union, with a validator that it compiles when the first answer is sent. That took 13 ms for an average endpoint.
 */
function withNullable<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withNullable) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as { anyOf?: TSchema[] };
  const [value, none, ...more] = anyOf ?? [];
  const written =
    value && none && more.length === 0 && 'type' in none && none.type === 'null'
      ? { ...rest, ...value, nullable: true }
      : schema;
  return Object.fromEntries(Object.entries(written).map(([key, part]) => [key, withNullable(part)])) as T;
}
