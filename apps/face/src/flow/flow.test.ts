import { expect, test } from 'vitest';
import { answer, captured, consented, opened, redeemed, run, session, status } from '../../testing/flow.ts';
import { reduce, waysOut } from './flow.ts';
import { PROBLEMS } from './problems.ts';
import type { FlowEvent } from './state.ts';

test('goes from consent through the camera to the result', () => {
  expect(run([opened])).toMatchObject({ screen: { name: 'consent' }, effects: ['watch'] });
  expect(run(consented).screen.name).toBe('primer');
  expect(run(consented.concat({ type: 'open_camera' })).effects).toEqual(['open_camera']);
  expect(run(captured)).toMatchObject({ screen: { name: 'uploading' }, effects: ['submit'] });
  const submitted: FlowEvent = {
    type: 'submitted',
    session: session({ status: 'processing', version: 5 }),
  };
  expect(run([...captured, submitted])).toMatchObject({
    screen: { name: 'processing' },
    effects: ['forget_attempt'],
  });
  expect(
    run([...captured, submitted, status({ status: 'completed', version: 6, done: true })]).screen.name,
  ).toBe('result');
});

test('ends in its own state when consent is refused, and never opens the camera', () => {
  const refused = run([opened, { type: 'consent', accepted: false }]);
  expect(refused).toMatchObject({
    screen: { name: 'ended', how: 'consent_declined' },
    effects: ['send_consent'],
  });
  expect(reduce(refused.state, { type: 'open_camera' }).state).toBe(refused.state);
  expect(reduce(refused.state, status({ status: 'canceled', version: 3 })).state.screen).toEqual({
    name: 'ended',
    how: 'consent_declined',
  });
});

test('remembers a status that overtook the answer to the upload', () => {
  const retry = status({
    status: 'in_progress',
    version: 9,
    attempts_used: 1,
    last_error: { code: 'too_dark', retryable: true },
  });
  const submitted: FlowEvent = {
    type: 'submitted',
    session: session({ status: 'processing', version: 8 }),
  };
  expect(run([...captured, retry]).screen.name).toBe('uploading');
  expect(run([...captured, retry, submitted]).screen).toEqual({ name: 'retry', code: 'too_dark' });
});

test('ignores old news', () => {
  const { state } = run([...consented, status({ status: 'in_progress', version: 7 })]);
  expect(reduce(state, status({ status: 'expired', version: 6 })).state).toBe(state);
});

test('remembers that a reviewer declined the last check only when the service says so', () => {
  const previous_review = { decided_at: '2026-11-22T10:00:00.000Z', may: ['try_again' as const] };
  expect(run([opened]).state.declined_before).toBe(false);
  expect(run([{ ...opened, answer: answer({ previous_review }) }]).state.declined_before).toBe(true);
});

test('offers the phone at once when there is no camera, or when the workflow demands it', () => {
  expect(run([opened], { camera: false })).toMatchObject({
    screen: { name: 'handoff', view: 'waiting' },
    effects: ['watch', 'issue_code'],
  });
  const force = { ...opened, answer: answer({ handoff: { policy: 'force', channels: ['qr'] } }) };
  expect(run([force], { mobile: true }).screen.name).toBe('handoff');
  expect(run([force, { type: 'use_this_device' }]).screen.name).toBe('handoff');
  const off = { ...opened, answer: answer({ handoff: { policy: 'off', channels: [] } }) };
  expect(run([off], { camera: false }).screen.name).toBe('consent');
  expect(run([off, { type: 'use_phone' }]).screen.name).toBe('consent');
});

test('shows on the desktop what the phone does, and can take the check back', () => {
  const waiting: FlowEvent[] = [opened, { type: 'use_phone' }];
  const redeemed = status({
    version: 3,
    handoff: { state: 'redeemed', number: '42', device_label: 'Phone' },
  });
  const confirmed = status({ version: 4, status: 'in_progress', handoff: { state: 'confirmed' } });
  const seen = run([...waiting, redeemed]);
  expect(seen).toMatchObject({
    screen: { view: 'redeemed' },
    state: { number: '42', device_label: 'Phone' },
    effects: [],
  });
  expect(run([...waiting, redeemed, confirmed])).toMatchObject({
    screen: { view: 'confirmed' },
    state: { number: null },
  });
  expect(run([...waiting, redeemed, confirmed, { type: 'use_this_device' }])).toMatchObject({
    screen: { name: 'consent' },
    effects: ['cancel_handoff'],
  });
  const processing = status({
    version: 5,
    status: 'processing',
    done: true,
    handoff: { state: 'confirmed' },
  });
  expect(run([...waiting, redeemed, confirmed, processing]).screen.name).toBe('processing');
  const again = status({ version: 6, status: 'in_progress', handoff: { state: 'confirmed' } });
  expect(run([...waiting, redeemed, confirmed, processing, again]).screen).toMatchObject({
    name: 'handoff',
    view: 'confirmed',
  });
  const aborted = status({ version: 7, handoff: { state: 'aborted' } });
  expect(run([...waiting, redeemed, aborted]).screen).toMatchObject({ view: 'aborted' });
  expect(run([...waiting, redeemed, aborted, { type: 'use_phone' }, aborted]).screen).toMatchObject({
    view: 'waiting',
  });
});

test('redeems on the phone only after a tap, and says when the hand-off was taken back', () => {
  const landing = run([{ type: 'code_found' }], {}, 'phone');
  expect(landing).toMatchObject({ screen: { name: 'landing' }, effects: [] });
  expect(run([{ type: 'code_found' }, { type: 'proceed' }], {}, 'phone').effects).toEqual(['redeem']);
  const phone = (...more: FlowEvent[]) => run([redeemed, ...more], { mobile: true }, 'phone');
  expect(phone().screen.name).toBe('phone_confirm');
  const wrong: FlowEvent[] = [
    { type: 'confirm', number: '11' },
    { type: 'confirmed', confirmed: false, session: session() },
  ];
  expect(phone(...wrong).screen).toEqual({ name: 'error', problem: 'handoff_wrong_number' });
  const aborted = status({ version: 5, handoff: { state: 'aborted' } });
  // The status reports it too. It may overtake that answer, and after a reload it is the only source.
  const told = { code: 'handoff_wrong_number', retryable: true };
  const guessed = status({ version: 5, handoff: { state: 'aborted' }, last_error: told });
  expect(phone(guessed).screen).toEqual({ name: 'error', problem: 'handoff_wrong_number' });
  expect(phone(aborted).screen).toEqual({ name: 'error', problem: 'handoff_timed_out' });
  expect(phone({ type: 'deny' })).toMatchObject({ screen: { how: 'denied' }, effects: ['deny'] });
  expect(phone(status({ version: 5, handoff: { state: 'revoked' } })).screen).toEqual({
    name: 'error',
    problem: 'handoff_revoked',
  });
});

test('asks before it stops, and restarts the camera when the person goes back', () => {
  const ready: FlowEvent[] = [
    ...consented,
    { type: 'open_camera' },
    { type: 'camera_on' },
    { type: 'leave' },
  ];
  expect(run(ready).screen.name).toBe('leave');
  expect(run([...ready, { type: 'stay' }]).screen.name).toBe('primer');
  expect(run([...ready, { type: 'stop' }])).toMatchObject({
    screen: { how: 'canceled' },
    effects: ['cancel'],
  });
  expect(run([...captured, { type: 'leave' }]).screen.name).toBe('uploading');
});

test('has a way out, or says where to continue, for every problem', () => {
  const { state } = run([opened]);
  for (const problem of PROBLEMS) {
    const [main, alternative] = waysOut(state, problem);
    if (!main) expect(alternative).toBeNull();
    expect(main === null || main !== alternative).toBe(true);
  }
  const alone = { ...state, handoff: { policy: 'off' as const, channels: [] } };
  for (const problem of PROBLEMS.filter((code) => code.startsWith('camera_'))) {
    expect(waysOut(alone, problem)[0], problem).not.toBeNull();
  }
});

test('shows no other result before the decision when the workflow shows it', () => {
  const { workflow, ...rest } = answer();
  const telling = {
    ...opened,
    answer: { ...rest, workflow: { ...workflow, client_result: 'decision' as const } },
  };
  const shot = [telling, ...captured.slice(1)];
  const done = { ...session({ status: 'completed', version: 7 }) };
  const submitted: FlowEvent = { type: 'submitted', session: done };
  const decided: FlowEvent = {
    ...status({ status: 'completed', version: 7 }),
    decision: 'approved',
  } as FlowEvent;
  expect(run([...shot, submitted]).screen.name).toBe('processing');
  expect(run([...shot, submitted, decided])).toMatchObject({
    screen: { name: 'result' },
    state: { decision: 'approved' },
  });
  // The same in the other order, and when the service withholds the decision after all.
  expect(run([...shot, decided, submitted]).screen.name).toBe('result');
  expect(run([...shot, submitted, status({ status: 'completed', version: 7 })]).screen.name).toBe('result');
  expect(run([...shot, status({ status: 'completed', version: 7 }), submitted]).screen.name).toBe('result');
  expect(run([...captured, submitted]).screen.name).toBe('result');
});
