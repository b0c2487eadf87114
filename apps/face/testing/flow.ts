import type { PublicSession, SessionAnswer, SessionStatusAnswer } from '@standpoint/contract';
import { reduce } from '../src/flow/flow.ts';
import { begin, type Device, type Effect, type FlowEvent, type Role } from '../src/flow/state.ts';

export const DEVICE: Device = { mobile: false, camera: true, framed: false };

export const session = (change: Partial<PublicSession> = {}): PublicSession => ({
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
export const status = (change: Partial<SessionStatusAnswer> = {}): FlowEvent => ({
  type: 'status',
  decision: null,
  status: { ...session(), done: false, poll_after_ms: 2_000, ...change } as SessionStatusAnswer,
});
export const answer = (change: Partial<SessionAnswer> = {}): SessionAnswer => ({
  created: true,
  session: session(),
  workflow: {
    workflow_id: 'wf_1',
    version: 1,
    name: 'Test',
    integrator: 'Bank',
    purpose: null,
    attempts_max: 3,
    ui: {
      theme: { mode: 'system', accent: null, accent_dark: null },
      logo: null,
      locales: [],
      texts: {},
      support_url: null,
    },
    consent_texts: {},
    retention: { frames_days: 1, template_days: 0 },
    alternatives: ['no_flash'],
    capture: {
      kinds: ['turn_left', 'smile'],
      movements: 3,
      seconds: 20,
      colours: true,
      unlit: { movements: 4, seconds: 15 },
      motionless: { movements: 8, seconds: 35, unlit: { movements: 8, seconds: 30 } },
    },
    purposes: {},
    origins: [],
    redirect_urls: [],
    client_result: 'status',
  },
  consent: { version: '1', text: 'Agree', required: true },
  handoff: { policy: 'offer', channels: ['qr', 'link'] },
  poll: { after_ms: 2_000 },
  previous_review: null,
  ...change,
});

/** Applies events one after the other; returns the last step with its effects. */
export const run = (events: FlowEvent[], device: Partial<Device> = {}, role: Role = 'portal') => {
  let state = begin(role, { ...DEVICE, ...device });
  let effects: readonly Effect[] = [];
  for (const event of events) ({ state, effects } = reduce(state, event));
  return { state, screen: state.screen, effects: effects.map((effect) => effect.do) };
};
export const opened: Extract<FlowEvent, { type: 'opened' }> = {
  type: 'opened',
  answer: answer(),
  consented: false,
};
export const consented: FlowEvent[] = [
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
export const captured: FlowEvent[] = [
  ...consented,
  { type: 'open_camera' },
  { type: 'camera_on' },
  { type: 'start' },
  { type: 'attempt', attempt: ATTEMPT },
  { type: 'captured' },
];

/** A phone's redeemed code. */
export const redeemed: Extract<FlowEvent, { type: 'redeemed' }> = {
  type: 'redeemed',
  consented: false,
  confirmed: false,
  answer: {
    ...answer(),
    session: session({ handoff: { state: 'redeemed' } }),
    kind: 'face',
    handoff_token: 't',
    expires_at: '',
    locale: 'fr',
    confirm: { type: 'number' },
    origin: { integrator: 'Bank', purpose: null, device_label: 'PC', started_at: '', customer_hint: '' },
  },
};

/**
 * The same, confirmed, for a workflow with optical pairing; and the service's status once the codes were
 * read.
 */
export const pairing: typeof redeemed = {
  ...redeemed,
  confirmed: true,
  answer: { ...redeemed.answer, session: session({ handoff: { state: 'confirmed', optical: 'wanted' } }) },
};
export const paired = status({ version: 2, handoff: { state: 'confirmed', optical: 'paired' } });
