import type { PublicSession, SessionStatusAnswer } from '@standpoint/contract';
import type { HandoffView, Screen, State } from './flow-state.ts';

/** Facts that only the long form of the status has. */
export const sessionOf = (
  state: State,
  session: PublicSession | SessionStatusAnswer,
): Pick<State, 'number' | 'device_label'> => {
  const { number, device_label } = session.handoff as SessionStatusAnswer['handoff'];
  return {
    number: number ?? (session.handoff.state === 'redeemed' ? state.number : null),
    device_label: device_label ?? state.device_label,
  };
};

const VIEWS: Partial<Record<PublicSession['handoff']['state'], HandoffView>> = {
  redeemed: 'redeemed',
  confirmed: 'confirmed',
};

/** The desktop shows what the phone does. */
const onDesktop = (state: State, session: PublicSession): Screen | 'go_on' | null => {
  const { screen } = state;
  const view = VIEWS[session.handoff.state];
  // The question "stop?" and an error that the person is reading are not taken away under their eyes.
  if (screen.name === 'leave' || screen.name === 'error') return null;
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

const onPhone = (state: State, session: PublicSession): Screen | null => {
  if (state.screen.name === 'error') return null;
  switch (session.handoff.state) {
    case 'aborted': {
      // The status may be faster than the answer to the number.
      const asked = state.screen.name === 'phone_confirm' && state.screen.sending;
      return { name: 'error', problem: asked ? 'handoff_wrong_number' : 'handoff_timed_out' };
    }
    case 'revoked':
      return { name: 'error', problem: 'handoff_revoked' };
    default:
      return null;
  }
};

/** Where the session's present state leads from this screen; null: stay. */
export const follow = (state: State): Screen | 'go_on' | null => {
  const { screen } = state;
  const session = state.session!;
  switch (session.status) {
    case 'completed':
      return screen.name === 'result' ? null : { name: 'result' };
    case 'expired':
    case 'failed':
    case 'canceled': {
      // A refusal and "this wasn't me" have their own words here already.
      if (screen.name === 'ended' || screen.name === 'result') return null;
      return { name: 'ended', how: session.status };
    }
    case 'processing':
      // An upload whose answer is still on its way is not torn off.
      return screen.name === 'processing' || screen.name === 'uploading' ? null : { name: 'processing' };
    default: {
      if (screen.name === 'ended' || screen.name === 'result') return null;
      const moved = state.role === 'portal' ? onDesktop(state, session) : onPhone(state, session);
      if (moved || screen.name !== 'processing') return moved;
      return { name: 'retry', code: session.last_error?.code ?? 'unknown' };
    }
  }
};
