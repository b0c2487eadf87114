import { goOn, goto, type Handlers, isEnd, newer, nothing, same } from './moves.ts';
import type { Screen, State } from './state.ts';

/** Screens from which a person who has agreed can withdraw: the camera is off, and no upload is under way. */
const MAY_WITHDRAW: readonly Screen['name'][] = ['primer', 'retry', 'result', 'ended'];
/** Ends after which there is nothing to withdraw, or which another person made. */
const NOTHING_GIVEN = ['consent_declined', 'consent_withdrawn', 'denied', 'denied_on_phone'];

/** Whether this screen offers to withdraw. */
export const mayWithdraw = ({ screen, consented, session }: State): boolean =>
  consented &&
  session !== null &&
  MAY_WITHDRAW.includes(screen.name) &&
  !(screen.name === 'ended' && NOTHING_GIVEN.includes(screen.how));

/** Agreeing, refusing and withdrawing. */
export const ON_CONSENT: Handlers<
  'consent' | 'consented' | 'consent_needed' | 'withdraw' | 'withdraw_now' | 'withdrawn' | 'withdraw_failed'
> = {
  consent: (state, { accepted, pressed }) =>
    state.screen.name !== 'consent'
      ? nothing(state)
      : accepted
        ? same(
            state,
            { screen: { name: 'consent', sending: true } },
            { do: 'send_consent', accepted, ...(pressed && { pressed }) },
          )
        : goto(state, { name: 'ended', how: 'consent_declined' }, { do: 'send_consent', accepted }),
  consented: (state, { session }) => {
    if (isEnd(state)) return nothing(state);
    const known = { ...state, consented: true, session: newer(state, session) };
    return state.screen.name === 'consent' ? goOn(known) : same(known, {});
  },
  consent_needed: (state, { consent }) => {
    if (isEnd(state)) return nothing(state);
    const texts = consent && { [consent.locale]: consent.text };
    const { workflow } = state;
    const known = {
      ...state,
      consented: false,
      consent: consent ? { ...consent, required: true } : state.consent,
      workflow: workflow && texts ? { ...workflow, consent_texts: texts } : workflow,
    };
    return goto(known, { name: 'consent', sending: false });
  },
  withdraw: (state) =>
    mayWithdraw(state)
      ? goto(state, { name: 'withdraw', back: state.screen, view: 'asked' })
      : nothing(state),
  withdraw_now: (state) =>
    state.screen.name === 'withdraw' && state.screen.view === 'asked'
      ? same(state, { screen: { ...state.screen, view: 'sending' } }, { do: 'withdraw' })
      : nothing(state),
  withdrawn: (state, { session }) => {
    if (isEnd(state) && state.screen.name !== 'result') return nothing(state);
    const known = { ...state, consented: false, session: newer(state, session) };
    return goto(known, { name: 'ended', how: 'consent_withdrawn' });
  },
  withdraw_failed: (state) =>
    state.screen.name === 'withdraw'
      ? same(state, { screen: { ...state.screen, view: 'failed' } })
      : nothing(state),
};
