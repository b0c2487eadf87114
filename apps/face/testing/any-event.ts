import { HANDOFF_STATES, OPTICAL_STATES, SESSION_STATUSES } from '@standpoint/contract';
import fc from 'fast-check';
import { CAMERA_PROBLEMS, PROBLEMS } from '../src/flow/problems.ts';
import type { FlowEvent } from '../src/flow/state.ts';
import { answer, captured, redeemed, session, status } from './flow.ts';

const ERRORS = [
  'consent_withdrawn',
  'too_dark',
  'short_code_used',
  'handoff_denied',
  'handoff_wrong_number',
] as const;

const anySession = fc
  .record({
    version: fc.integer({ min: 1, max: 40 }),
    status: fc.constantFrom(...SESSION_STATUSES),
    state: fc.constantFrom(...HANDOFF_STATES),
    optical: fc.constantFrom(undefined, ...OPTICAL_STATES),
    code: fc.option(fc.constantFrom(...ERRORS)),
  })
  .map(({ state, optical, code, ...rest }) =>
    session({ ...rest, handoff: { state, optical }, last_error: code ? { code, retryable: true } : null }),
  );
const taken = (type: FlowEvent['type']) => captured.find((event) => event.type === type)!;
const only = (event: FlowEvent): fc.Arbitrary<FlowEvent> => fc.constant(event);
const flag = fc.boolean();

/**
 * Every kind of event. The type makes a new event of the flow fail to compile until it is generated here.
 */
const EVENTS: { [T in FlowEvent['type']]: fc.Arbitrary<FlowEvent> } = {
  opened: fc
    .record({
      session: anySession,
      consented: flag,
      policy: fc.constantFrom('off' as const, 'offer' as const, 'force' as const),
      handing: fc.constantFrom('qr' as const, 'link' as const, null),
    })
    .map(({ session: now, policy, ...rest }) => ({
      type: 'opened',
      answer: answer({ session: now, handoff: { policy, channels: ['qr', 'link'] } }),
      ...rest,
    })),
  code_found: only({ type: 'code_found' }),
  redeemed: fc
    .record({ session: anySession, consented: flag, confirmed: flag, unpaired: flag })
    .map(({ session: now, ...rest }) => ({
      ...redeemed,
      ...rest,
      answer: { ...redeemed.answer, session: now },
    })),
  session: anySession.map((now) => ({ type: 'session', session: now })),
  status: anySession.map((now) => status(now as Parameters<typeof status>[0])),
  proceed: only({ type: 'proceed' }),
  consent: flag.map((accepted) => ({ type: 'consent', accepted })),
  consented: anySession.map((now) => ({ type: 'consented', session: now })),
  alternative: only({ type: 'alternative', value: 'no_flash' }),
  colours: flag.map((on) => ({ type: 'colours', on })),
  sense: only({ type: 'sense', sense: 'speech', on: true }),
  open_camera: only({ type: 'open_camera' }),
  camera_on: only({ type: 'camera_on' }),
  cameras: only({ type: 'cameras', cameras: [] }),
  switch_camera: only({ type: 'switch_camera', device_id: 'other' }),
  rotated: only({ type: 'rotated' }),
  start: only({ type: 'start' }),
  attempt: only(taken('attempt')),
  step: only({ type: 'step', step: 0, ratio: 0.5, holding: true, count: 0 }),
  hint: only({ type: 'hint', hint: null }),
  captured: only({ type: 'captured' }),
  progress: only({ type: 'progress', ratio: 0.5 }),
  submitted: anySession.map((now) => ({ type: 'submitted', session: now })),
  paused: only({ type: 'paused' }),
  use_phone: fc.constantFrom<FlowEvent>({ type: 'use_phone' }, { type: 'use_phone', channel: 'link' }),
  consent_needed: only({ type: 'consent_needed' }),
  withdraw: only({ type: 'withdraw' }),
  withdraw_now: only({ type: 'withdraw_now' }),
  withdrawn: anySession.map((now) => ({ type: 'withdrawn', session: now })),
  withdraw_failed: only({ type: 'withdraw_failed' }),
  use_this_device: only({ type: 'use_this_device' }),
  new_code: only({ type: 'new_code' }),
  code: only({ type: 'code', code: { url: '', life_s: 60, refresh_s: 30 } }),
  confirm: only({ type: 'confirm', number: '11' }),
  confirmed: fc
    .record({ confirmed: flag, session: anySession })
    .map((said) => ({ type: 'confirmed', ...said })),
  pair: only({ type: 'pair' }),
  pairing_on: only({ type: 'pairing_on' }),
  pairing_seen: fc.nat({ max: 3 }).map((seen) => ({ type: 'pairing_seen', seen })),
  pairing_blind: fc.constantFrom(...CAMERA_PROBLEMS).map((problem) => ({ type: 'pairing_blind', problem })),
  skip_pairing: only({ type: 'skip_pairing' }),
  moving_code: only({ type: 'moving_code', code: '7K2M9QXV' }),
  deny: only({ type: 'deny' }),
  leave: only({ type: 'leave' }),
  stay: only({ type: 'stay' }),
  stop: only({ type: 'stop' }),
  reload: only({ type: 'reload' }),
  retry_upload: only({ type: 'retry_upload' }),
  failed: fc.constantFrom(...PROBLEMS).map((problem) => ({ type: 'failed', problem })),
  timeout: only({ type: 'timeout' }),
  network: flag.map((offline) => ({ type: 'network', offline })),
  woke: only({ type: 'woke' }),
  prefer: fc.constantFrom('auto' as const, 'always' as const, 'never' as const).map((handoff) => ({
    type: 'prefer',
    handoff,
  })),
};

export const anyEvent = fc.oneof(...Object.values(EVENTS));
