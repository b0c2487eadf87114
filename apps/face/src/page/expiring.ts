import type { ChildMessage } from '@standpoint/web/bridge';
import type { ScreenName } from '../flow/state.ts';
import { claimsOf } from './address.ts';

/** Time for the embedding page to fetch another token. */
const AHEAD_MS = 120_000;
/** Screens on which the person has done nothing yet that another session would lose. */
const IDLE: readonly ScreenName[] = ['consent', 'primer', 'opening', 'ready', 'error'];

/**
 * Asks the embedding page for another token before this one ends. The token's whole life is counted from now,
 * because this device's clock may be wrong: a page that was opened late hears of the end itself.
 */
export const askBeforeExpiry = (
  token: string | undefined,
  screen: () => ScreenName,
  post: (message: ChildMessage) => void,
): ReturnType<typeof setTimeout> | undefined => {
  const { iat, exp } = claimsOf(token ?? '');
  const life_ms = (Number(exp) - Number(iat)) * 1_000;
  if (!(life_ms > AHEAD_MS)) return undefined;
  return setTimeout(() => {
    if (IDLE.includes(screen())) post({ type: 'token_needed', reason: 'expiring' });
  }, life_ms - AHEAD_MS);
};
