import { expect, test } from 'vitest';
import { answer, captured, opened, redeemed, run, session, status } from '../../testing/flow.ts';
import { closingMessage, messagesOf } from '../effects/tell.ts';
import { reduce, waysOut } from '../flow/flow.ts';
import type { FlowEvent } from '../flow/state.ts';

const waiting: FlowEvent[] = [opened, { type: 'use_phone' }];
const taken = status({ version: 3, handoff: { state: 'redeemed', number: '42' } });
const used = { code: 'short_code_used', retryable: false };

test('warns of a second redeemer as long as the hand-off lives, whatever the next statuses say', () => {
  const second = status({ version: 4, handoff: { state: 'redeemed' }, last_error: used });
  const attempt = status({ version: 5, status: 'in_progress', handoff: { state: 'confirmed' } });
  expect(run([...waiting, taken]).state.warned).toBe(false);
  expect(run([...waiting, taken, second]).state.warned).toBe(true);
  expect(run([...waiting, taken, second, attempt]).state.warned).toBe(true);
  const back = status({ version: 6, handoff: { state: 'revoked' }, last_error: used });
  expect(run([...waiting, taken, second, { type: 'new_code' }, back]).state.warned).toBe(false);
});

test('ends in its own state on both devices after “this wasn’t me”, and tells the embedding page', () => {
  const denied = status({
    version: 9,
    status: 'canceled',
    last_error: { code: 'handoff_denied', retryable: false },
  });
  const before = run([...waiting, taken]).state;
  const after = reduce(before, denied).state;
  expect(after.screen).toEqual({ name: 'ended', how: 'denied_on_phone' });
  expect(messagesOf(before, after)).toEqual([{ type: 'canceled', step: 'denied_on_phone' }]);
  expect(closingMessage(after)).toEqual({ type: 'close' });
  expect(run([redeemed, denied], {}, 'phone').screen).toEqual({ name: 'ended', how: 'denied' });
  // If the person says it before the code is redeemed, the service is still told.
  expect(run([{ type: 'code_found' }, { type: 'deny' }], {}, 'phone').effects).toEqual(['deny']);
});

test("shows the tab's code again after a reload, unless a phone has taken it", () => {
  const again = (state: 'issued' | 'expired' | 'revoked' | 'redeemed') =>
    run([
      { ...opened, answer: answer({ session: session({ handoff: { state } }) }), handing: 'link' },
    ] as FlowEvent[]);
  expect(again('issued')).toMatchObject({
    screen: { name: 'handoff', view: 'waiting', channel: 'link' },
    effects: ['watch', 'issue_code'],
  });
  expect(again('expired').screen.name).toBe('handoff');
  expect(again('revoked').screen.name).toBe('consent');
  expect(again('redeemed').screen).toMatchObject({ name: 'handoff', view: 'redeemed' });
});

test('shows no code again when another tab has taken the check back', () => {
  const back = status({ version: 5, handoff: { state: 'revoked' } });
  expect(run([...waiting, taken, back])).toMatchObject({ screen: { name: 'consent' }, effects: [] });
});

test('continues by itself when the connection is back, as the page has promised', () => {
  const back: FlowEvent = { type: 'network', offline: false };
  expect(run([opened, { type: 'failed', problem: 'connection_lost' }, back])).toMatchObject({
    screen: { name: 'loading' },
    effects: ['load'],
  });
  expect(run([...captured, { type: 'failed', problem: 'upload_lost' }, back])).toMatchObject({
    screen: { name: 'uploading' },
    effects: ['submit'],
  });
  expect(run([opened, { type: 'failed', problem: 'camera_in_use' }, back]).screen.name).toBe('error');
});

test('asks the service again after waking up, except where nothing more can come', () => {
  expect(run([opened, { type: 'woke' }]).effects).toEqual(['watch']);
  expect(run([{ type: 'woke' }]).effects).toEqual([]);
  expect(run([opened, { type: 'stop' }, { type: 'woke' }]).effects).toEqual([]);
});

test('shows a phone that connects while the desktop is idle, even over “are you still there?”', () => {
  const idle: FlowEvent[] = [...waiting, { type: 'timeout' }];
  expect(run(idle).screen).toEqual({ name: 'error', problem: 'idle' });
  expect(run([...idle, taken]).screen).toMatchObject({ name: 'handoff', view: 'redeemed' });
});

test('has no button “use this device” where only a phone may take the pictures', () => {
  const force = answer({ handoff: { policy: 'force', channels: ['qr'] } });
  const { state } = run([{ ...opened, answer: force }]);
  expect(waysOut(state, 'handoff_not_allowed')).toEqual(['leave', null]);
});

test('never asks for a QR code when the workflow offers links only', () => {
  const links = { ...opened, answer: answer({ handoff: { policy: 'force', channels: ['link'] } }) };
  expect(run([links]).screen).toMatchObject({ name: 'handoff', channel: 'link' });
  const again = reduce(run([links, taken]).state, { type: 'new_code' });
  expect(again.state.screen).toMatchObject({ view: 'waiting', channel: 'link' });
  expect(again.effects).toEqual([{ do: 'issue_code', channel: 'link', take_back: true }]);
});
