import { ON_HANDOFF } from '../handoff/moves.ts';
import { ON_CAMERA } from './camera.ts';
import { ON_CONSENT } from './consent.ts';
import {
  goOn,
  goto,
  type Handlers,
  isEnd,
  nothing,
  onSession,
  onTimeout,
  problem,
  same,
  stay,
} from './moves.ts';
import { ON_PAIRING } from './pairing.ts';
import type { FlowEvent, Next, Screen, State } from './state.ts';

export { asksForCamera, mayUseHere, mayUsePhone, usesCamera, waysOut } from './moves.ts';

/** Screens that “do you want to stop?” must not interrupt, because the pictures are already sent. */
const NO_WAY_BACK: readonly Screen['name'][] = [
  'result',
  'ended',
  'leave',
  'withdraw',
  'uploading',
  'processing',
];

const HANDLERS: Handlers<FlowEvent['type']> = {
  ...ON_CAMERA,
  ...ON_HANDOFF,
  ...ON_PAIRING,
  opened: (state, { answer, consented, handing = null }) => {
    // The person stopped before the service's first answer; now there is a session to stop.
    if (isEnd(state)) {
      const stopped = state.screen.name === 'ended' && state.screen.how === 'canceled' && !state.session;
      return same(state, { session: answer.session }, ...(stopped ? [{ do: 'cancel' } as const] : []));
    }
    const { workflow, consent, handoff } = answer;
    // A code that this tab was showing stays visible while no phone has taken it.
    const waiting = ['issued', 'expired'].includes(answer.session.handoff.state);
    const again = { handing: waiting ? handing : null, session: null };
    const declined_before = answer.previous_review !== null;
    const known = { ...state, workflow, consent, consented, declined_before, handoff, ...again };
    const next = onSession(known, answer.session);
    const went = next.state.screen.name !== 'loading' ? next : goOn(next.state);
    return { ...went, effects: [{ do: 'watch' }, ...went.effects] };
  },
  session: (state, { session }) => onSession(state, session),
  status: (state, { status, decision }) => onSession(decision ? { ...state, decision } : state, status),
  ...ON_CONSENT,
  leave: (state) =>
    NO_WAY_BACK.includes(state.screen.name)
      ? nothing(state)
      : goto(state, { name: 'leave', back: state.screen }),
  stay,
  stop: (state) =>
    isEnd(state)
      ? nothing(state)
      : goto(
          state,
          { name: 'ended', how: 'canceled' },
          ...(state.session ? [{ do: 'cancel' } as const] : []),
        ),
  reload: (state) => goto(state, { name: 'loading' }, { do: 'load' }),
  failed: (state, event) => {
    const { screen } = state;
    // The problem is already on the screen: the watch may report it again.
    const known = screen.name === 'error' && screen.problem === event.problem;
    return known || isEnd(state) ? nothing(state) : problem(state, event.problem);
  },
  timeout: onTimeout,
  network: (state, { offline }) => {
    const { screen } = state;
    const known = { ...state, offline };
    if (offline || screen.name !== 'error') return same(known, {});
    // As the page has promised, it continues by itself when the connection is back.
    if (screen.problem === 'connection_lost') return goto(known, { name: 'loading' }, { do: 'load' });
    if (screen.problem === 'upload_lost')
      return goto(known, { name: 'uploading', ratio: 0 }, { do: 'submit' });
    return same(known, {});
  },
  woke: (state) => (state.session && !isEnd(state) ? same(state, {}, { do: 'watch' }) : nothing(state)),
  prefer: (state, { handoff }) => {
    const next = same(state, { prefer: handoff });
    const early = state.screen.name === 'consent' || state.screen.name === 'primer';
    return early && handoff === 'always' && !state.consented ? goOn(next.state) : next;
  },
};

/**
 * The whole flow: pure, without clock or network. An event that the screen does not allow changes nothing.
 */
export const reduce = (state: State, event: FlowEvent): Next =>
  (HANDLERS[event.type] as (state: State, event: FlowEvent) => Next)(state, event);
