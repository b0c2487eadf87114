import type { PublicSession, SessionStatusAnswer } from '@standpoint/contract';
import type { HandoffView, Screen, State } from './state.ts';

/** Facts that only the long form of the status has. */
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

/** What the desktop shows while a phone has the check; null: none has. */
export const viewOf = ({ handoff }: Session): HandoffView | null => {
  if (handoff.state === 'confirmed') return handoff.optical === 'wanted' ? 'pairing' : 'confirmed';
  return handoff.state === 'redeemed' ? 'redeemed' : null;
};

/** The phone is to read the moving code, and the person has not gone on without. */
export const wantsPairing = ({ role, session, unpaired }: State): boolean =>
  role === 'phone' && session?.handoff.optical === 'wanted' && !unpaired;

/** The desktop shows what the phone does. */
const onDesktop = (state: State, session: PublicSession): Screen | 'go_on' | null => {
  const { screen } = state;
  const view = viewOf(session);
  // The question "stop?" and an error that the person is reading are not taken away under their eyes; nobody
  // reads `idle`.
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
      // Paired, or the service has enough of it: on by itself.
      return state.screen.name === 'pairing' && !wantsPairing(state) ? 'go_on' : null;
  }
};

/**
 * It comes with the status, which is on its way: any other word would be taken back under the person's eyes.
 */
const decisionIsComing = ({ workflow, decision, session }: State): boolean =>
  workflow?.client_result === 'decision' && !decision && !('done' in session!);

/** Where the session's present state leads from this screen; null: stay. */
export const follow = (state: State): Screen | 'go_on' | null => {
  const { screen } = state;
  const session = state.session!;
  // A refusal and "this wasn't me" have their own words; only a result is news there.
  if (screen.name === 'result' || (screen.name === 'ended' && session.status !== 'completed')) return null;
  switch (session.status) {
    case 'completed':
      if (!decisionIsComing(state)) return { name: 'result' };
      return screen.name === 'processing' ? null : { name: 'processing' };
    case 'expired':
    case 'failed':
    case 'canceled': {
      if (session.last_error?.code === 'handoff_denied')
        return { name: 'ended', how: state.role === 'phone' ? 'denied' : 'denied_on_phone' };
      return { name: 'ended', how: session.status };
    }
    case 'processing':
      // An upload whose answer is still on its way is not torn off.
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
