import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Method, newIdempotencyKey, write } from './client.ts';
import { queryClient } from './query-client.ts';
import { mayRepeat } from './refused.ts';

interface Wanted<V> {
  method: Exclude<Method, 'GET'>;
  path: string | ((variables: V) => string);
  /** The body; the variables themselves when absent. */
  body?: (variables: V) => unknown;
  /** Keys of queries that hold something else afterwards. */
  stale?: readonly (readonly unknown[])[];
}

/**
 * A change. Its `Idempotency-Key` stays the same while the same change is tried again after an answer that did not
 * come, so that pressing twice does not make two keys.
 */
export function useWrite<T, V = void>({
  method,
  path,
  body,
  stale = [],
}: Wanted<V>): UseMutationResult<T, Error, V> {
  const open = useRef<{ of: string; key: string } | null>(null);
  return useMutation<T, Error, V>({
    mutationFn: async (variables) => {
      const sent = body ? body(variables) : variables;
      const to = typeof path === 'string' ? path : path(variables);
      const of = JSON.stringify([to, sent]);
      if (open.current?.of !== of) open.current = { of, key: newIdempotencyKey() };
      try {
        const answer = await write<T>(method, to, sent ?? undefined, open.current.key);
        open.current = null;
        return answer;
      } catch (error) {
        if (!mayRepeat(error)) open.current = null;
        throw error;
      }
    },
    onSuccess: () => Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey }))).then(),
  });
}
