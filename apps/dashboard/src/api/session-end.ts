import { useWatched, watched } from './watched.ts';

/**
 * `ended`: the person was signed in, and is no longer: another tab signed out, or the time is up. What they typed
 * stays, and a dialog asks them to sign in again.
 */
const state = watched<'unknown' | 'in' | 'ended'>('unknown');

/** Wrong passwords and codes are refused with 401 too; they end nothing. */
const SIGNING_IN = /^\/(auth|setup)\b/;

export function sessionHasEnded(path: string): void {
  if (state.get() === 'in' && !SIGNING_IN.test(path)) state.set('ended');
}
export const sessionHasBegun = (): void => state.set('in');
export const sessionIsOver = (): void => state.set('unknown');
export const isSessionEnded = (): boolean => state.get() === 'ended';
export const useSessionEnded = (): boolean => useWatched(state) === 'ended';
