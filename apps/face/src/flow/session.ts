import type { PublicSession, SessionStatusAnswer } from '@standpoint/contract';
import type { HandoffView, Screen, State } from './state.ts';

/** Keeps the facts that only the long form of the status has. */
export const sessionOf = (
  state: State,
  session: PublicSession | SessionStatusAnswer,
): Pick<State, 'number' | 'device_label' | 'warned'> => {
  const { number, device_label } = session.handoff as SessionStatusAnswer['handoff'];
  return {
    number: number ?? (session.handoff.state === 'redeemed' ? state.number : null),
    device_label: device_label ?? state.device_label,
    warned:
      (state.warned || session.last_error?.code === 'short_code_used') &&
      ['redeemed', 'confirmed'].includes(session.handoff.state),
  };
};

type Session = PublicSession | SessionStatusAnswer;

/** The desktop's view while a phone has the check; null if no phone has it. */
export const viewOf = ({ handoff }: Session): HandoffView | null => {
  if (handoff.state === 'confirmed') return handoff.optical === 'wanted' ? 'pairing' : 'confirmed';
  return handoff.state === 'redeemed' ? 'redeemed' : null;
};

/**
 * Whether the phone should read the moving code: the service wants it, and the person has not skipped it.
 */
export const wantsPairing = ({ role, session, unpaired }: State): boolean =>
  role === 'phone' && session?.handoff.optical === 'wanted' && !unpaired;

/** The desktop's screen for the phone's state. */
const onDesktop = (state: State, session: PublicSession): Screen | 'go_on' | null => {
  const { screen } = state;
  const view = viewOf(session);
  // The question "stop?" and an error that the person is reading stay on the screen. `idle` is the
  // exception: no person is reading it.
  if (screen.name === 'leave' || (screen.name === 'error' && screen.problem !== 'idle')) return null;
  if (view)
    return screen.name === 'handoff' && screen.view === view
      ? null
      : { name: 'handoff', view, channel: 'qr', code: null };
  if (screen.name !== 'handoff') return null;
  if (session.handoff.state === 'aborted') {
    return screen.view === 'aborted' ? null : { name: 'handoff', view: 'aborted', channel: 'qr', code: null };
  }
  // Cancelled in another tab of this page.
  if (session.handoff.state === 'revoked' && screen.view !== 'waiting') return 'go_on';
  return null;
};

const onPhone = (state: State, session: PublicSession): Screen | 'go_on' | null => {
  if (state.screen.name === 'error') return null;
  switch (session.handoff.state) {
    case 'aborted': {
      const wrong = session.last_error?.code === 'handoff_wrong_number';
      return { name: 'error', problem: wrong ? 'handoff_wrong_number' : 'handoff_timed_out' };
    }
    case 'revoked':
      return { name: 'error', problem: 'handoff_revoked' };
    default:
      // Paired, or the service has stopped asking: the phone continues by itself.
      return state.screen.name === 'pairing' && !wantsPairing(state) ? 'go_on' : null;
  }
};

/**
 * The decision comes with a status that is on its way. Any other text would be replaced while the person
 * reads it.
 */
const decisionIsComing = ({ workflow, decision, session }: State): boolean =>
  workflow?.client_result === 'decision' && !decision && !('done' in session!);

/** The screen that the session's state leads to from this one; null to stay. */
export const follow = (state: State): Screen | 'go_on' | null => {
  const { screen } = state;
  const session = state.session!;
  // A refused consent and "this wasn't me" have their own texts; only a result replaces them.
  if (screen.name === 'result' || (screen.name === 'ended' && session.status !== 'completed')) return null;
  if (screen.name === 'ended' && screen.how === 'consent_withdrawn') return null;
  // The question "withdraw?" stays until it is answered; a withdrawal on another device answers it.
  if (screen.name === 'withdraw' && session.last_error?.code !== 'consent_withdrawn') return null;
  switch (session.status) {
    case 'completed':
      if (!decisionIsComing(state)) return { name: 'result' };
      return screen.name === 'processing' ? null : { name: 'processing' };
    case 'expired':
    case 'failed':
    case 'canceled': {
      if (session.last_error?.code === 'handoff_denied')
        return { name: 'ended', how: state.role === 'phone' ? 'denied' : 'denied_on_phone' };
      const said = session.last_error?.code;
      if (said === 'consent_declined' || said === 'consent_withdrawn') return { name: 'ended', how: said };
      return { name: 'ended', how: session.status };
    }
    case 'processing':
      // An upload whose answer is still on its way is not interrupted.
      return screen.name === 'processing' || screen.name === 'uploading' ? null : { name: 'processing' };
    default: {
      const moved = state.role === 'portal' ? onDesktop(state, session) : onPhone(state, session);
      const waits =
        screen.name === 'processing' || (screen.name === 'error' && screen.problem === 'processing_slow');
      if (moved || !waits) return moved;
      return { name: 'retry', code: session.last_error?.code ?? 'unknown' };
    }
  }
};
