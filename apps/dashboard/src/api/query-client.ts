import { QueryClient } from '@tanstack/react-query';
import { mayRepeat, Refused } from './refused.ts';

const MOST_TRIES = 3;
/** A person is told of a longer wait instead of looking at a skeleton meanwhile. */
const SOON_S = 5;
const soon = (error: unknown): boolean =>
  !(error instanceof Refused && error.retry_after_s !== null && error.retry_after_s > SOON_S);
const waitMs = (failures: number, error: unknown): number =>
  error instanceof Refused && error.retry_after_s !== null
    ? error.retry_after_s * 1_000
    : Math.min(1_000 * 2 ** failures, 8_000);

/** A service on this very machine answers without a network, so nothing waits for one. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < MOST_TRIES && mayRepeat(error) && soon(error),
      retryDelay: waitMs,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
