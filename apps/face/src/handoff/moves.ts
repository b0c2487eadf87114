import {
  channelOf,
  goOn,
  goto,
  type Handlers,
  isEnd,
  mayUseHere,
  mayUsePhone,
  newer,
  nothing,
  problem,
  same,
  showHandoff,
} from '../flow/moves.ts';

type Of =
  | 'code_found'
  | 'redeemed'
  | 'proceed'
  | 'use_phone'
  | 'use_this_device'
  | 'new_code'
  | 'code'
  | 'confirm'
  | 'confirmed'
  | 'deny';

/** Handlers for the code, the number and both ways out of a hand-off, on either device. */
export const ON_HANDOFF: Handlers<Of> = {
  code_found: (state) => (isEnd(state) ? nothing(state) : goto(state, { name: 'landing' })),
  redeemed: (state, { answer, consented, confirmed, unpaired = false }) => {
    if (isEnd(state)) return nothing(state);
    const { workflow, consent, origin, confirm, session } = answer;
    const known = {
      ...state,
      workflow,
      consent,
      consented,
      origin,
      confirm: confirm.type,
      session,
      unpaired,
    };
    const ask = confirm.type === 'number' && !confirmed;
    const next = ask ? goto(known, { name: 'phone_confirm', sending: false }) : goOn(known);
    // The person said it before a reload, and the service may not have heard it.
    const owed = unpaired && session.handoff.optical === 'wanted' ? [{ do: 'skip_pairing' } as const] : [];
    return { ...next, effects: [{ do: 'watch' }, ...owed, ...next.effects] };
  },
  proceed: (state) =>
    state.screen.name === 'landing' ? goto(state, { name: 'loading' }, { do: 'redeem' }) : nothing(state),
  use_phone: (state, { channel }) =>
    mayUsePhone(state) && !isEnd(state) ? showHandoff(state, 'waiting', channel) : nothing(state),
  use_this_device: (state) => {
    if (!mayUseHere(state) || isEnd(state)) return nothing(state);
    const device = { ...state.device, camera: true };
    const next = goOn({ ...state, device, prefer: 'auto', handing: null });
    return { ...next, effects: [{ do: 'cancel_handoff' }, ...next.effects] };
  },
  new_code: (state) => {
    if (state.screen.name !== 'handoff') return nothing(state);
    const channel = channelOf(state);
    return goto(
      { ...state, handing: channel },
      { name: 'handoff', view: 'waiting', channel, code: null },
      { do: 'issue_code', channel, take_back: true },
    );
  },
  code: (state, { code }) =>
    state.screen.name === 'handoff' ? same(state, { screen: { ...state.screen, code } }) : nothing(state),
  confirm: (state, { number }) =>
    state.screen.name === 'phone_confirm'
      ? same(state, { screen: { name: 'phone_confirm', sending: true } }, { do: 'confirm', number })
      : nothing(state),
  confirmed: (state, { confirmed, session }) => {
    if (isEnd(state)) return nothing(state);
    if (!confirmed) return problem(state, 'handoff_wrong_number');
    const known = { ...state, session: newer(state, session) };
    return state.screen.name === 'phone_confirm' ? goOn(known) : same(known, {});
  },
  deny: (state) =>
    isEnd(state) || state.role === 'portal'
      ? nothing(state)
      : goto(state, { name: 'ended', how: 'denied' }, { do: 'deny' }),
};
