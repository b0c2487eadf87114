import { expect, test } from 'vitest';
import { captured, consented, opened, run, session, status } from '../../testing/flow.ts';
import { consentNeeded } from '../effects/consent.ts';
import { closingMessage, messagesOf } from '../effects/tell.ts';
import { consentShown } from '../page/consent-shown.ts';
import { reduce } from './flow.ts';
import type { FlowEvent } from './state.ts';

const done = status({ status: 'completed', version: 9, attempts_used: 1, done: true });
const withdrawn: FlowEvent = { type: 'withdrawn', session: session({ status: 'completed', version: 10 }) };

test('offers to withdraw after the consent only, and asks before it does', () => {
  expect(run([opened, { type: 'withdraw' }]).screen.name).toBe('consent');
  const asked = run([...captured, done, { type: 'withdraw' }]);
  expect(asked.screen).toMatchObject({ name: 'withdraw', view: 'asked', back: { name: 'result' } });
  expect(asked.effects).toEqual([]);
  expect(reduce(asked.state, { type: 'stay' }).state.screen.name).toBe('result');
  const sent = run([...captured, done, { type: 'withdraw' }, { type: 'withdraw_now' }]);
  expect([sent.screen, sent.effects]).toMatchObject([{ view: 'sending' }, ['withdraw']]);
  // A second press sends nothing.
  expect(reduce(sent.state, { type: 'withdraw_now' }).effects).toEqual([]);
});

test('says that it is withdrawn only after the service has said so, and stays there', () => {
  const before = [...captured, done, { type: 'withdraw' }, { type: 'withdraw_now' }] as FlowEvent[];
  const failed = run([...before, { type: 'withdraw_failed' }]);
  expect(failed.screen).toMatchObject({ name: 'withdraw', view: 'failed' });
  const gone = run([...before, withdrawn]);
  expect(gone.screen).toEqual({ name: 'ended', how: 'consent_withdrawn' });
  // News of the completed session do not bring its result back, and nothing is offered twice.
  const later = status({ status: 'completed', version: 11, done: true });
  expect(reduce(gone.state, later).state.screen).toEqual(gone.screen);
  expect(reduce(gone.state, { type: 'withdraw' }).state.screen).toEqual(gone.screen);
  expect(messagesOf(failed.state, gone.state)).toEqual([]);
  expect(closingMessage(gone.state)).toEqual({ type: 'close' });
});

test('names a refusal and a withdrawal on another device, also after a reload', () => {
  for (const code of ['consent_declined', 'consent_withdrawn'] as const) {
    const last_error = { code, retryable: false };
    const ended = status({ status: 'canceled', version: 9, last_error, done: true });
    expect(run([...consented, ended]).screen).toEqual({ name: 'ended', how: code });
    expect(run([...consented, { type: 'withdraw' }, ended]).screen.name).toBe(
      code === 'consent_withdrawn' ? 'ended' : 'withdraw',
    );
  }
});

test('shows the text that the service asks for now, in the language that it came in', () => {
  const fields = [
    { path: 'consent.version', message: '1.new' },
    { path: 'consent.text', message: 'Neu\n\nNoch etwas\nDazu\n\nMit „Ja“' },
    { path: 'consent.locale', message: 'de' },
  ];
  const { state, screen } = run([...consented, consentNeeded({ fields })]);
  expect(screen).toEqual({ name: 'consent', sending: false });
  expect([state.consented, state.consent?.version]).toEqual([false, '1.new']);
  expect(consentShown(state, 'en')).toEqual({
    tag: 'de',
    taken: 'Neu',
    short: [],
    paragraphs: [{ heading: 'Noch etwas', lines: ['Dazu'] }],
    agreement: 'Mit „Ja“',
  });
  expect(consentNeeded({ fields: [] })).toEqual({ type: 'consent_needed', consent: undefined });
});
