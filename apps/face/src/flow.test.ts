import type { PublicSession, SessionAnswer, SessionStatusAnswer } from '@standpoint/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reduce, usesCamera, waysOut } from './flow.ts';
import { begin, type Device, type Effect, type FlowEvent, type Role, type State } from './flow-state.ts';
import { PROBLEMS } from './problems.ts';
import { messagesOf } from './tell.ts';
import { timerOf } from './timers.ts';

const DEVICE: Device = { mobile: false, camera: true, framed: false };

const session = (change: Partial<PublicSession> = {}): PublicSession => ({
  session_id: 'fcs_01',
  status: 'created',
  phase: 'none',
  attempts_used: 0,
  attempts_max: 3,
  last_error: null,
  expires_at: '2026-01-01T00:30:00.000Z',
  version: 1,
  livemode: false,
  handoff: { state: 'none' },
  ...change,
});
const status = (change: Partial<SessionStatusAnswer> = {}): FlowEvent => ({
  type: 'status',
  decision: null,
  status: { ...session(), done: false, poll_after_ms: 2_000, ...change } as SessionStatusAnswer,
});
const answer = (change: Partial<SessionAnswer> = {}): SessionAnswer => ({
  created: true,
  session: session(),
  workflow: {
    workflow_id: 'wf_1',
    version: 1,
    name: 'Test',
    integrator: 'Bank',
    purpose: null,
    attempts_max: 3,
    ui: { theme: { mode: 'system', accent: null }, logo: null, locales: [] },
    alternatives: ['no_flash'],
    origins: [],
    redirect_urls: [],
    client_result: 'status',
  },
  consent: { version: '1', text: null, required: true },
  handoff: { policy: 'offer', channels: ['qr', 'link'] },
  poll: { after_ms: 2_000 },
  ...change,
});

/** Runs events one after the other; the last step's effects too. */
const run = (events: FlowEvent[], device: Partial<Device> = {}, role: Role = 'portal') => {
  let state = begin(role, { ...DEVICE, ...device });
  let effects: readonly Effect[] = [];
  for (const event of events) ({ state, effects } = reduce(state, event));
  return { state, screen: state.screen, effects: effects.map((effect) => effect.do) };
};
const opened: FlowEvent = { type: 'opened', answer: answer(), consented: false };
const consented: FlowEvent[] = [
  opened,
  { type: 'consent', accepted: true },
  { type: 'consented', session: session({ status: 'in_progress', version: 2 }) },
];
const ATTEMPT = {
  attempt_id: 'fca_1',
  nonce: '',
  challenge: { type: 'passive', steps: [], parameters: {}, timeouts: { attempt_ms: 90_000, step_ms: 8_000 } },
  upload: { frames: 10, max_bytes: 1 },
  expires_at: '',
};
const captured: FlowEvent[] = [
  ...consented,
  { type: 'open_camera' },
  { type: 'camera_on' },
  { type: 'start' },
  { type: 'attempt', attempt: ATTEMPT },
  { type: 'captured' },
];

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

test('a refused consent is an end of its own, and the camera never opens', () => {
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

test('a status that was faster than the answer to the upload is not forgotten', () => {
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

test('old news changes nothing', () => {
  const { state } = run([...consented, status({ status: 'in_progress', version: 7 })]);
  expect(reduce(state, status({ status: 'expired', version: 6 })).state).toBe(state);
});

test('without a camera the phone is offered at once, and a workflow may demand it', () => {
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

test('the desktop shows what the phone does, and takes the check back', () => {
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

test('the phone redeems only on a tap, and a taken-back hand-off is named', () => {
  const landing = run([{ type: 'code_found' }], {}, 'phone');
  expect(landing).toMatchObject({ screen: { name: 'landing' }, effects: [] });
  expect(run([{ type: 'code_found' }, { type: 'proceed' }], {}, 'phone').effects).toEqual(['redeem']);
  const redeemed: FlowEvent = {
    type: 'redeemed',
    consented: false,
    confirmed: false,
    answer: {
      ...answer(),
      session: session({ handoff: { state: 'redeemed' } }),
      kind: 'face',
      handoff_token: 't',
      expires_at: '',
      confirm: { type: 'number' },
      origin: { integrator: 'Bank', purpose: null, device_label: 'PC', started_at: '', customer_hint: '' },
    },
  };
  const phone = (...more: FlowEvent[]) => run([redeemed, ...more], { mobile: true }, 'phone');
  expect(phone().screen.name).toBe('phone_confirm');
  const wrong: FlowEvent[] = [
    { type: 'confirm', number: '11' },
    { type: 'confirmed', confirmed: false, session: session() },
  ];
  expect(phone(...wrong).screen).toEqual({ name: 'error', problem: 'handoff_wrong_number' });
  const aborted = status({ version: 5, handoff: { state: 'aborted' } });
  expect(phone(wrong[0]!, aborted).screen).toEqual({ name: 'error', problem: 'handoff_wrong_number' });
  expect(phone(aborted).screen).toEqual({ name: 'error', problem: 'handoff_timed_out' });
  expect(phone({ type: 'deny' })).toMatchObject({ screen: { how: 'denied' }, effects: ['deny'] });
  expect(phone(status({ version: 5, handoff: { state: 'revoked' } })).screen).toEqual({
    name: 'error',
    problem: 'handoff_revoked',
  });
});

test('“stop” asks first, and going back starts the camera anew', () => {
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

test('every problem has a sentence’s way out, or says what to do elsewhere', () => {
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

const anyEvent: fc.Arbitrary<FlowEvent> = fc.oneof(
  fc.constantFrom<FlowEvent>(
    opened,
    ...captured,
    { type: 'code_found' },
    { type: 'proceed' },
    { type: 'consent', accepted: false },
    { type: 'paused' },
    { type: 'use_phone' },
    { type: 'use_this_device' },
    { type: 'deny' },
    { type: 'leave' },
    { type: 'stay' },
    { type: 'stop' },
    { type: 'reload' },
    { type: 'retry_upload' },
    { type: 'timeout' },
    { type: 'consent_needed' },
    { type: 'submitted', session: session({ status: 'processing', version: 20 }) },
    { type: 'prefer', handoff: 'always' },
  ),
  fc.constantFrom(...PROBLEMS).map((problem): FlowEvent => ({ type: 'failed', problem })),
  fc
    .record({
      version: fc.integer({ min: 1, max: 40 }),
      status: fc.constantFrom(
        'created',
        'in_progress',
        'processing',
        'completed',
        'expired',
        'canceled',
        'failed',
      ),
      state: fc.constantFrom(
        'none',
        'issued',
        'redeemed',
        'confirmed',
        'aborted',
        'revoked',
        'expired',
        'completed',
      ),
    })
    .map(({ state, ...rest }) =>
      status({ ...(rest as Partial<SessionStatusAnswer>), handoff: { state } as never }),
    ),
);

test('whatever happens in whatever order, a screen is an end or has a timer that leads to another screen', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Role>('portal', 'phone'),
      fc.array(anyEvent, { maxLength: 40 }),
      (role, events) => {
        let state: State = begin(role, DEVICE);
        for (const event of events) {
          const before = state;
          state = reduce(state, event).state;
          expect(state.entry).toBeGreaterThanOrEqual(before.entry);
          messagesOf(before, state);
          const ended = state.screen.name === 'result' || state.screen.name === 'ended';
          if (ended) {
            expect(timerOf(state.screen)).toBeNull();
            continue;
          }
          expect(timerOf(state.screen)).not.toBeNull();
          const after = reduce(state, { type: 'timeout' }).state;
          expect(after.entry).toBeGreaterThan(state.entry);
          expect(usesCamera(after.screen)).toBe(false);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('an end stays an end', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 20 }), (events) => {
      const { state } = run([opened, { type: 'consent', accepted: false }]);
      let now = state;
      for (const event of events.filter(
        ({ type }) => type === 'failed' || type === 'timeout' || type === 'leave',
      )) {
        now = reduce(now, event).state;
      }
      expect(now.screen).toEqual(state.screen);
    }),
  );
});
