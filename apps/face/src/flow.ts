import type { PublicSession, SessionStatusAnswer } from '@standpoint/contract';
import { follow, sessionOf } from './flow-session.ts';
import type { Channel, Effect, FlowEvent, HandoffView, Next, Screen, State } from './flow-state.ts';
import { CAMERA_PROBLEMS, type Problem, WAYS_OUT, type WayOut } from './problems.ts';
import { timerOf } from './timers.ts';

/** Another screen, or another view of one. */
export const goto = (state: State, screen: Screen, ...effects: Effect[]): Next => ({
  state: { ...state, screen, entry: state.entry + 1 },
  effects,
});
/** The same screen with other facts. */
export const same = (state: State, change: Partial<State>, ...effects: Effect[]): Next => ({
  state: { ...state, ...change },
  effects,
});
const nothing = (state: State): Next => ({ state, effects: [] });

export const problem = (state: State, code: Problem): Next => goto(state, { name: 'error', problem: code });

/** Whether this person may go on with another device. */
export const mayUsePhone = (state: State): boolean =>
  state.role === 'portal' && state.handoff.policy !== 'off' && state.prefer !== 'never';

/** Whether this very device may take the pictures. */
export const mayUseHere = (state: State): boolean =>
  state.role === 'phone' || state.handoff.policy !== 'force';

/** The buttons of a problem, without those that lead nowhere here. */
export const waysOut = (state: State, code: Problem): readonly [WayOut | null, WayOut | null] => {
  const possible = (way: WayOut | null) =>
    way === null || (way === 'phone' && !mayUsePhone(state)) || (way === 'new_tab' && !state.device.framed)
      ? null
      : way;
  const [main, alternative] = WAYS_OUT[code].map(possible) as [WayOut | null, WayOut | null];
  if (main) return [main, alternative];
  return alternative
    ? [alternative, null]
    : [state.session && CAMERA_PROBLEMS.includes(code) ? 'leave' : null, null];
};

/** Where a session that is not over goes on: on the phone, or with consent, or with the camera. */
export const goOn = (state: State): Next => {
  if (state.role === 'portal') {
    const { policy } = state.handoff;
    const wanted = state.prefer === 'always' || !state.device.camera;
    // "force": the service takes pictures from a handed-off device only.
    if (policy === 'force' || (wanted && mayUsePhone(state) && !state.device.mobile))
      return showHandoff(state, 'waiting');
  }
  if (state.consent?.required && !state.consented) return goto(state, { name: 'consent', sending: false });
  return goto(state, { name: 'primer' });
};

const showHandoff = (state: State, wanted: HandoffView, channel: Channel = 'qr'): Next => {
  const now = state.session?.handoff.state;
  const view = wanted === 'waiting' && (now === 'redeemed' || now === 'confirmed') ? now : wanted;
  const effects: Effect[] = view === 'waiting' ? [{ do: 'issue_code', channel }] : [];
  return goto(state, { name: 'handoff', view, channel, code: null }, ...effects);
};

/** What the service says about the session, wherever this page is. */
const onSession = (state: State, session: PublicSession | SessionStatusAnswer): Next => {
  const before = state.session;
  // Old news; and a status that was heard in full must not take the person back to where they have left from.
  if (
    before &&
    (session.version < before.version || (session.version === before.version && 'done' in before))
  ) {
    return nothing(state);
  }
  const known = { ...state, session, ...sessionOf(state, session) };
  const move = follow(known);
  if (!move) return nothing(known);
  if (move === 'go_on') return goOn(known);
  if (move.name === 'handoff') return showHandoff(known, move.view);
  return goto(known, move);
};

const onTimeout = (state: State): Next => {
  const outcome = timerOf(state.screen)?.outcome;
  if (!outcome) return nothing(state);
  if (outcome === 'stay') return stay(state);
  if (outcome === 'expire') return goto(state, { name: 'ended', how: 'expired' });
  return problem(state, outcome);
};

/** Back from “do you want to stop?”. What had the camera starts again from the primer: the light was off meanwhile. */
const stay = (state: State): Next => {
  if (state.screen.name !== 'leave') return nothing(state);
  const { back } = state.screen;
  if (back.name === 'handoff') return showHandoff(state, back.view, back.channel);
  if (['opening', 'ready', 'capture'].includes(back.name)) return goto(state, { name: 'primer' });
  return goto(state, back);
};

const ENDS: readonly Screen['name'][] = ['result', 'ended'];
/** Screens that “do you want to stop?” must not interrupt: what was sent is sent. */
const NO_WAY_BACK: readonly Screen['name'][] = [...ENDS, 'leave', 'uploading', 'processing'];

/** The camera belongs to these screens; anywhere else its light is off. */
export const usesCamera = (screen: Screen): boolean => ['opening', 'ready', 'capture'].includes(screen.name);

type On<T extends FlowEvent['type']> = (state: State, event: Extract<FlowEvent, { type: T }>) => Next;

const HANDLERS: { [T in FlowEvent['type']]: On<T> } = {
  opened: (state, { answer, consented }) => {
    const { workflow, consent, handoff } = answer;
    const known = { ...state, workflow, consent, consented, handoff, session: null };
    const next = onSession(known, answer.session);
    const went = next.state.screen.name !== 'loading' ? next : goOn(next.state);
    return { ...went, effects: [{ do: 'watch' }, ...went.effects] };
  },
  code_found: (state) => goto(state, { name: 'landing' }),
  redeemed: (state, { answer, consented, confirmed }) => {
    const { workflow, consent, origin, confirm, session } = answer;
    const known = { ...state, workflow, consent, consented, origin, confirm: confirm.type, session };
    const ask = confirm.type === 'number' && !confirmed;
    const next = ask ? goto(known, { name: 'phone_confirm', sending: false }) : goOn(known);
    return { ...next, effects: [{ do: 'watch' }, ...next.effects] };
  },
  session: (state, { session }) => onSession(state, session),
  status: (state, { status, decision }) => onSession(decision ? { ...state, decision } : state, status),
  proceed: (state) =>
    state.screen.name === 'landing' ? goto(state, { name: 'loading' }, { do: 'redeem' }) : nothing(state),
  consent: (state, { accepted }) =>
    state.screen.name !== 'consent'
      ? nothing(state)
      : accepted
        ? same(state, { screen: { name: 'consent', sending: true } }, { do: 'send_consent', accepted })
        : goto(state, { name: 'ended', how: 'consent_declined' }, { do: 'send_consent', accepted }),
  consented: (state, { session }) => {
    if (state.screen.name !== 'consent') return nothing(state);
    return goOn({ ...state, consented: true, session });
  },
  alternative: (state, { value }) => same(state, { alternative: value }),
  open_camera: (state) =>
    ENDS.includes(state.screen.name)
      ? nothing(state)
      : goto(state, { name: 'opening' }, { do: 'open_camera' }),
  camera_on: (state) => (state.screen.name === 'opening' ? goto(state, { name: 'ready' }) : nothing(state)),
  start: (state) =>
    state.screen.name === 'ready'
      ? goto(
          state,
          { name: 'capture', attempt: null, step: -1, ratio: 0, holding: false, count: 0 },
          { do: 'open_attempt' },
        )
      : nothing(state),
  attempt: (state, { attempt }) =>
    state.screen.name === 'capture'
      ? same(state, { screen: { ...state.screen, attempt } }, { do: 'record', attempt })
      : nothing(state),
  step: (state, { type: _, ...now }) =>
    state.screen.name === 'capture' ? same(state, { screen: { ...state.screen, ...now } }) : nothing(state),
  captured: (state) =>
    state.screen.name === 'capture'
      ? goto(state, { name: 'uploading', ratio: 0 }, { do: 'submit' })
      : nothing(state),
  progress: (state, { ratio }) =>
    state.screen.name === 'uploading'
      ? same(state, { screen: { name: 'uploading', ratio } })
      : nothing(state),
  submitted: (state, { session }) => {
    if (state.screen.name !== 'uploading') return nothing(state);
    // The status may have been faster than this answer: what is newer counts.
    const newest = state.session && state.session.version > session.version ? state.session : session;
    const next = goto({ ...state, session: null }, { name: 'processing' });
    const after = onSession(next.state, newest);
    return { ...after, effects: [{ do: 'forget_attempt' }, ...after.effects] };
  },
  paused: (state) => (usesCamera(state.screen) ? problem(state, 'camera_interrupted') : nothing(state)),
  use_phone: (state, { channel }) =>
    mayUsePhone(state) ? showHandoff(state, 'waiting', channel) : nothing(state),
  consent_needed: (state) => goto({ ...state, consented: false }, { name: 'consent', sending: false }),
  use_this_device: (state) => {
    if (!mayUseHere(state)) return nothing(state);
    const next = goOn({ ...state, device: { ...state.device, camera: true }, prefer: 'auto' });
    return { ...next, effects: [{ do: 'cancel_handoff' }, ...next.effects] };
  },
  new_code: (state) =>
    state.screen.name === 'handoff'
      ? goto(
          state,
          { name: 'handoff', view: 'waiting', channel: 'qr', code: null },
          { do: 'issue_code', channel: 'qr', take_back: true },
        )
      : nothing(state),
  code: (state, { code }) =>
    state.screen.name === 'handoff' ? same(state, { screen: { ...state.screen, code } }) : nothing(state),
  confirm: (state, { number }) =>
    state.screen.name === 'phone_confirm'
      ? same(state, { screen: { name: 'phone_confirm', sending: true } }, { do: 'confirm', number })
      : nothing(state),
  confirmed: (state, { confirmed, session }) => {
    if (state.screen.name !== 'phone_confirm') return nothing(state);
    return confirmed ? goOn({ ...state, session }) : problem(state, 'handoff_wrong_number');
  },
  deny: (state) =>
    goto(state, { name: 'ended', how: 'denied' }, ...(state.session ? [{ do: 'deny' } as const] : [])),
  leave: (state) =>
    NO_WAY_BACK.includes(state.screen.name)
      ? nothing(state)
      : goto(state, { name: 'leave', back: state.screen }),
  stay,
  stop: (state) =>
    ENDS.includes(state.screen.name)
      ? nothing(state)
      : goto(
          state,
          { name: 'ended', how: 'canceled' },
          ...(state.session ? [{ do: 'cancel' } as const] : []),
        ),
  reload: (state) => goto(state, { name: 'loading' }, { do: 'load' }),
  retry_upload: (state) => goto(state, { name: 'uploading', ratio: 0 }, { do: 'submit' }),
  failed: (state, event) =>
    ENDS.includes(state.screen.name) ? nothing(state) : problem(state, event.problem),
  timeout: onTimeout,
  network: (state, { offline }) => same(state, { offline }),
  prefer: (state, { handoff }) => {
    const next = same(state, { prefer: handoff });
    const early = state.screen.name === 'consent' || state.screen.name === 'primer';
    return early && handoff === 'always' && !state.consented ? goOn(next.state) : next;
  },
};

/** The whole flow: pure, no clock, no network. What is not allowed on a screen changes nothing. */
export const reduce = (state: State, event: FlowEvent): Next =>
  (HANDLERS[event.type] as On<typeof event.type>)(state, event as never);
