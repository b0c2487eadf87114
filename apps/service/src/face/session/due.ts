import { CONFIRM_MS } from '../../handoff/phone.ts';
import type { AttemptRow, HandoffRow, SessionRow } from './records.ts';
import { isTerminal } from './state.ts';

/** Milliseconds. A session that was not started lives as long as its portal token (30 minutes). */
export const TIMERS = {
  idle: 10 * 60_000,
  attempt: 90_000,
  processing: 60_000,
  unconfirmed: CONFIRM_MS,
  /** After a refresh the old code works on: a scan may be under way. */
  old_code: 10_000,
} as const;

export type Due =
  | 'handoff_code'
  | 'handoff_unconfirmed'
  | 'handoff_token'
  | 'attempt'
  | 'processing'
  | 'session';

interface Facts {
  session: SessionRow;
  /** The session's current hand-off. */
  handoff: HandoffRow | null;
  /** The session's current attempt. */
  attempt: AttemptRow | null;
}

const after = (at: Date | null, ms: number): number => (at ? at.getTime() + ms : Number.POSITIVE_INFINITY);

/** The deadlines of a session, in the order in which they are handled when several are due. Pure. */
function deadlines({ session, handoff, attempt }: Facts): [Due, number][] {
  if (isTerminal(session.status)) return [];
  const list: [Due, number][] = [];
  if (handoff?.state === 'issued') list.push(['handoff_code', handoff.code_expires_at.getTime()]);
  if (handoff?.state === 'redeemed')
    list.push(['handoff_unconfirmed', after(handoff.redeemed_at, TIMERS.unconfirmed)]);
  if (handoff?.state === 'redeemed' || handoff?.state === 'confirmed')
    list.push(['handoff_token', after(handoff.token_expires_at, 0)]);
  if (attempt?.state === 'open') list.push(['attempt', attempt.expires_at.getTime()]);
  if (session.status === 'processing')
    list.push(['processing', after(session.processing_at, TIMERS.processing)]);
  // A capture that was submitted in time may be decided later.
  else list.push(['session', session.expires_at.getTime()]);
  return list;
}

/** The earliest timer that has run out, or null. */
export function whatIsDue(facts: Facts, now: Date): Due | null {
  const due = deadlines(facts).filter(([, at]) => at <= now.getTime());
  return due.sort((a, b) => a[1] - b[1])[0]?.[0] ?? null;
}

/** The time at which the next timer runs out; null when none runs. */
export function nextDue(facts: Facts): Date | null {
  const times = deadlines(facts).map(([, at]) => at);
  const next = Math.min(...times);
  return Number.isFinite(next) ? new Date(next) : null;
}
