import type { PublicSession, SessionStatusAnswer } from '@standpoint/contract';
import { CAMERA_PROBLEMS, type Problem, WAYS_OUT, type WayOut } from './problems.ts';
import { follow, sessionOf, viewOf, wantsPairing } from './session.ts';
import type { Channel, Effect, FlowEvent, HandoffView, Next, Screen, State } from './state.ts';
import { timerOf } from './timers.ts';

/** Goes to another screen, or to another view of the same one. */
export const goto = (state: State, screen: Screen, ...effects: Effect[]): Next => ({
  state: { ...state, screen, entry: state.entry + 1 },
  effects,
});
/** Stays on the same screen with other facts. */
export const same = (state: State, change: Partial<State>, ...effects: Effect[]): Next => ({
  state: { ...state, ...change },
  effects,
});
export const nothing = (state: State): Next => ({ state, effects: [] });

export const problem = (state: State, code: Problem): Next => goto(state, { name: 'error', problem: code });

/** Whether this person may continue on another device. */
export const mayUsePhone = (state: State): boolean =>
  state.role === 'portal' && state.handoff.policy !== 'off' && state.prefer !== 'never';

/** Whether this device itself may take the pictures. */
export const mayUseHere = (state: State): boolean =>
  state.role === 'phone' || state.handoff.policy !== 'force';

/** The buttons of a problem, without those that lead nowhere here. */
export const waysOut = (state: State, code: Problem): readonly [WayOut | null, WayOut | null] => {
  const { framed, intents = false } = state.device;
  // Once the session is bound to this browser's key, the same address elsewhere counts as another device. A
  // frame has storage of its own.
  const elsewhere = !state.session;
  const possible: Partial<Record<WayOut, boolean>> = {
    // Before the session is known, the page in a frame offers the hand-off. A phone cannot scan a code that
    // it shows itself.
    phone: mayUsePhone(state) || (elsewhere && framed && !state.device.mobile && state.prefer !== 'never'),
    here: mayUseHere(state),
    camera: !elsewhere,
    new_tab: elsewhere && framed,
    browser: elsewhere && !framed && intents,
    copy: elsewhere && !framed,
  };
  const [main = null, alternative = null] = WAYS_OUT[code].filter((way) => possible[way] ?? true);
  if (main) return [main, alternative];
  return [state.session && CAMERA_PROBLEMS.includes(code) ? 'leave' : null, null];
};

/** Where an open session continues: on the phone, with the moving code, with consent or with the camera. */
export const goOn = (state: State): Next => {
  if (state.role === 'portal') {
    const { policy } = state.handoff;
    const wanted = state.prefer === 'always' || !state.device.camera;
    // "force": the service accepts pictures from a handed-off device only.
    const chosen = state.handing !== null || (wanted && !state.device.mobile);
    if (policy === 'force' || (chosen && mayUsePhone(state)))
      return showHandoff(state, 'waiting', state.handing ?? undefined);
  }
  if (wantsPairing(state)) return goto(state, { name: 'pairing', view: 'asked', seen: 0, problem: null });
  if (state.consent?.required && !state.consented) return goto(state, { name: 'consent', sending: false });
  return goto(state, { name: 'primer' });
};

/** A workflow may offer links only. */
export const channelOf = ({ handoff }: State, wanted: Channel = 'qr'): Channel =>
  handoff.channels.length === 1 ? (handoff.channels[0] as Channel) : wanted;

export const showHandoff = (state: State, wanted: HandoffView, wish?: Channel): Next => {
  const channel = channelOf(state, wish);
  const now = state.session && viewOf(state.session);
  // When the person returns from “do you want to stop?”, the phone may have moved on.
  const view = wanted === 'aborted' ? wanted : (now ?? wanted);
  if (view !== 'waiting') {
    const effects = view === 'pairing' ? [{ do: 'show_pairing' } as const] : [];
    return goto(state, { name: 'handoff', view, channel, code: null }, ...effects);
  }
  return goto(
    { ...state, handing: channel },
    { name: 'handoff', view, channel, code: null },
    { do: 'issue_code', channel },
  );
};

/** Applies the service's state of the session, whatever screen this page shows. */
export const onSession = (state: State, session: PublicSession | SessionStatusAnswer): Next => {
  const before = state.session;
  // Ignores old news. A status that was already handled must not take the person back to a screen that they
  // have left.
  if (
    before &&
    (session.version < before.version || (session.version === before.version && 'done' in before))
  ) {
    return nothing(state);
  }
  const known = { ...state, session, ...sessionOf(state, session) };
  const move = follow(known);
  if (!move) return nothing(known);
  if (move === 'go_on') return goOn({ ...known, handing: null });
  if (move.name === 'handoff') return showHandoff(known, move.view);
  return goto(known, move);
};

/** The newer of the two: an answer may arrive after the status that followed it. */
export const newer = (state: State, session: PublicSession) =>
  state.session && state.session.version >= session.version ? state.session : session;

export const onTimeout = (state: State): Next => {
  const outcome = timerOf(state.screen)?.outcome;
  if (!outcome) return nothing(state);
  if (outcome === 'stay') return stay(state);
  if (outcome === 'skip') return skipPairing(state);
  if (outcome === 'expire') return goto(state, { name: 'ended', how: 'expired' });
  return problem(state, outcome);
};

/** Continues without optical pairing. The service is told, but the page does not wait for it. */
export const skipPairing = (state: State): Next => {
  const next = goOn({ ...state, unpaired: true });
  return { ...next, effects: [...next.effects, { do: 'skip_pairing' }] };
};

/**
 * Returns from “do you want to stop?”. A screen with the camera restarts from the primer, because the
 * camera was off meanwhile.
 */
export const stay = (state: State): Next => {
  if (state.screen.name === 'withdraw') return keepConsent(state, state.screen.back);
  if (state.screen.name !== 'leave') return nothing(state);
  const { back } = state.screen;
  switch (back.name) {
    case 'loading':
      return goto(state, back, { do: 'load' });
    case 'handoff':
      return showHandoff(state, back.view, back.channel);
    case 'opening':
    case 'ready':
    case 'capture':
      return goto(state, { name: 'primer' });
    // Pairing starts again from its beginning, unless it is already over.
    case 'pairing':
      return goOn(state);
    // Both may have been answered while the question was open; if not, the button works again.
    case 'consent':
      return state.consented ? goOn(state) : goto(state, { ...back, sending: false });
    case 'phone_confirm':
      return state.session?.handoff.state === 'confirmed'
        ? goOn(state)
        : goto(state, { ...back, sending: false });
    default:
      return goto(state, back);
  }
};

/** Returns from “withdraw your consent?”, unless the check has ended meanwhile. */
const keepConsent = (state: State, back: Screen): Next => {
  const there = goto(state, back);
  const move = state.session && follow(there.state);
  return move && move !== 'go_on' && ENDS.includes(move.name) ? goto(state, move) : there;
};

const ENDS: readonly Screen['name'][] = ['result', 'ended'];
export const isEnd = ({ screen }: State): boolean => ENDS.includes(screen.name);
/** Whether the screen uses the camera. On all other screens it is off. */
export const usesCamera = (screen: Screen): boolean =>
  screen.name === 'pairing'
    ? screen.view === 'opening' || screen.view === 'reading'
    : ['opening', 'ready', 'capture'].includes(screen.name);
/** Whether the browser's camera prompt may be open over this screen. */
export const asksForCamera = (screen: Screen): boolean =>
  screen.name === 'opening' || (screen.name === 'pairing' && screen.view === 'opening');

/** Handlers for some kinds of events. */
export type Handlers<T extends FlowEvent['type']> = {
  [K in T]: (state: State, event: Extract<FlowEvent, { type: K }>) => Next;
};
