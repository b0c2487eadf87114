import type { HandoffState, SessionPhase, SessionStatus } from '@standpoint/contract';

/** The facts that the moves of a session depend on and change. */
export interface SessionState {
  status: SessionStatus;
  phase: SessionPhase;
  attempts_used: number;
  attempts_max: number;
  /** Rises by one with every move. */
  version: number;
}

export type SessionEvent =
  | 'noted'
  | 'consent_shown'
  | 'consented'
  | 'consent_refused'
  | 'permission'
  | 'attempt_opened'
  | 'uploading'
  | 'attempt_lapsed'
  | 'submitted'
  | 'retry'
  | 'decided'
  | 'processing_lapsed'
  | 'handoff_issued'
  | 'handoff_redeemed'
  | 'handoff_confirmed'
  | 'handoff_ended'
  | 'handoff_denied'
  | 'canceled'
  | 'expired';

interface Move {
  from: readonly SessionStatus[];
  /** Any phase when absent. */
  phases?: readonly SessionPhase[];
  attempts?: 'left' | 'none_left';
  /** Unchanged when absent. */
  to?: SessionStatus;
  phase?: SessionPhase;
  /** Counts one attempt. */
  counts?: true;
}

const BEFORE = ['created', 'in_progress'] as const;
const ALIVE = ['created', 'in_progress', 'processing'] as const;
const EARLY = ['none', 'consent', 'permission'] as const;
const WITH_PHONE = ['handoff_wait', 'handoff_active', 'capture', 'uploading'] as const;

/**
 * Every allowed move: event → (status × phase → next); the first that fits applies. No other move happens.
 */
export const SESSION_MOVES: Record<SessionEvent, readonly Move[]> = {
  noted: [{ from: ALIVE }],
  consent_shown: [{ from: BEFORE, phases: EARLY, phase: 'consent' }],
  consented: [
    { from: BEFORE, phases: EARLY, to: 'in_progress', phase: 'permission' },
    { from: BEFORE, to: 'in_progress' },
  ],
  consent_refused: [{ from: BEFORE, to: 'canceled', phase: 'none' }],
  permission: [{ from: BEFORE, phases: EARLY, to: 'in_progress', phase: 'permission' }],
  attempt_opened: [{ from: BEFORE, attempts: 'left', to: 'in_progress', phase: 'capture' }],
  uploading: [{ from: ['in_progress'], phases: ['capture', 'uploading'], phase: 'uploading' }],
  attempt_lapsed: [{ from: ['in_progress'] }],
  submitted: [
    { from: ['in_progress'], attempts: 'left', to: 'processing', phase: 'uploading', counts: true },
  ],
  retry: [{ from: ['processing'], attempts: 'left', to: 'in_progress', phase: 'capture' }],
  decided: [{ from: ['processing'], to: 'completed', phase: 'none' }],
  processing_lapsed: [
    { from: ['processing'], attempts: 'left', to: 'in_progress', phase: 'capture' },
    { from: ['processing'], attempts: 'none_left', to: 'failed', phase: 'none' },
  ],
  handoff_issued: [{ from: BEFORE, phase: 'handoff_wait' }, { from: ['processing'] }],
  handoff_redeemed: [{ from: BEFORE, phase: 'handoff_wait' }, { from: ['processing'] }],
  handoff_confirmed: [{ from: BEFORE, to: 'in_progress', phase: 'handoff_active' }, { from: ['processing'] }],
  handoff_ended: [{ from: BEFORE, phases: WITH_PHONE, phase: 'none' }, { from: ALIVE }],
  handoff_denied: [{ from: ALIVE, to: 'canceled', phase: 'none' }],
  canceled: [{ from: ALIVE, to: 'canceled', phase: 'none' }],
  expired: [{ from: BEFORE, to: 'expired', phase: 'none' }],
};

export const isTerminal = (status: SessionStatus): boolean => !ALIVE.includes(status as 'created');

/** The session after the event, or null where it is not allowed. */
export function nextSession(state: SessionState, event: SessionEvent): SessionState | null {
  const attempts = state.attempts_used < state.attempts_max ? 'left' : 'none_left';
  const move = SESSION_MOVES[event].find(
    (candidate) =>
      candidate.from.includes(state.status) &&
      (candidate.phases?.includes(state.phase) ?? true) &&
      (candidate.attempts === undefined || candidate.attempts === attempts),
  );
  if (!move) return null;
  return {
    status: move.to ?? state.status,
    phase: move.phase ?? state.phase,
    attempts_used: state.attempts_used + (move.counts ? 1 : 0),
    attempts_max: state.attempts_max,
    version: state.version + 1,
  };
}

export type LiveHandoff = Exclude<HandoffState, 'none'>;
export type HandoffEvent =
  | 'refreshed'
  | 'code_ran_out'
  | 'redeemed'
  | 'confirmed'
  | 'wrong_number'
  | 'timed_out'
  | 'replaced'
  | 'canceled'
  | 'denied'
  | 'session_completed'
  | 'session_ended';

/** `expired` is the end of the code, not of the hand-off: a refresh gives it a new code. */
export const HANDOFF_MOVES: Record<HandoffEvent, Partial<Record<LiveHandoff, LiveHandoff>>> = {
  refreshed: { issued: 'issued', expired: 'issued' },
  code_ran_out: { issued: 'expired' },
  redeemed: { issued: 'redeemed' },
  confirmed: { redeemed: 'confirmed' },
  wrong_number: { redeemed: 'aborted' },
  timed_out: { redeemed: 'aborted', confirmed: 'aborted' },
  replaced: { issued: 'revoked', expired: 'revoked' },
  canceled: { issued: 'revoked', expired: 'revoked', redeemed: 'revoked', confirmed: 'revoked' },
  denied: { redeemed: 'revoked', confirmed: 'revoked' },
  session_completed: { issued: 'revoked', expired: 'revoked', redeemed: 'revoked', confirmed: 'completed' },
  session_ended: { issued: 'revoked', expired: 'revoked', redeemed: 'revoked', confirmed: 'revoked' },
};

export const nextHandoff = (state: LiveHandoff, event: HandoffEvent): LiveHandoff | null =>
  HANDOFF_MOVES[event][state] ?? null;
