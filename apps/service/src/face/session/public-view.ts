import type { PublicSession } from '@standpoint/contract';
import type { HandoffRow, Loaded, SessionRow } from './records.ts';

/** The part that both devices may see: never scores, personal data or reasons that help an attacker. */
export function publicPart(session: SessionRow) {
  return {
    session_id: session.session_id,
    status: session.status,
    phase: session.phase,
    attempts_used: session.attempts_used,
    attempts_max: session.attempts_max,
    last_error: session.last_error,
    expires_at: session.expires_at.toISOString(),
    version: session.version,
    livemode: session.env === 'production',
  };
}

export const handoffState = (handoff: HandoffRow | null) => handoff?.state ?? 'none';

/**
 * The state of optical pairing, if the workflow asks for it, from the confirmation on. Never a score, which
 * would help to tune a relay.
 */
export const opticalPart = (handoff: HandoffRow | null) =>
  handoff?.optical && (handoff.state === 'confirmed' || handoff.state === 'completed')
    ? { optical: handoff.optical }
    : {};

export const publicSession = ({ session, handoff }: Omit<Loaded, 'attempt'>): PublicSession => ({
  ...publicPart(session),
  handoff: { state: handoffState(handoff), ...opticalPart(handoff) },
});
