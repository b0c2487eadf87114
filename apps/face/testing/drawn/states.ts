import type { AttemptAnswer, PublicSession } from '@standpoint/contract';
import { makeConsent } from '../../../service/src/face/consent/shown.ts';
import type { Screen, ScreenName, State } from '../../src/flow/state.ts';
import { answer, consented, redeemed, run, session } from '../flow.ts';
import { INTEGRATOR } from '../person.ts';

/** A state of the page: what it shows, and what it needs to know for that. */
interface Drawn extends Partial<State> {
  screen: Screen;
  /** The button that opens the sheet which is meant. */
  press?: string;
}

const CODE = { url: 'https://face.example/h#0123456789ABCDEF', life_s: 600, refresh_s: 30 };
const NUMBER = { number: '42', device_label: 'Safari on iPhone' };
const attempted = (change: Partial<PublicSession>) => ({
  session: session({ status: 'in_progress', attempts_used: 1, ...change }),
});
const ATTEMPT: AttemptAnswer = {
  attempt_id: 'fca_1',
  nonce: '',
  challenge: {
    type: 'active',
    steps: ['front', 'turn_left', 'front', 'smile'].map((kind) => ({ kind })),
    parameters: {},
    timeouts: { attempt_ms: 90_000, step_ms: 8_000 },
  },
  upload: { frames: 10, max_bytes: 1 },
  expires_at: '',
} as AttemptAnswer;
const CAPTURE = {
  name: 'capture',
  attempt: ATTEMPT,
  step: 1,
  ratio: 0.4,
  holding: false,
  count: 0,
  hint: null,
  guided: true,
} as const;
const PRIMER: Screen = { name: 'primer' };
const RESULT: Screen = { name: 'result' };
const pairing = (view: 'asked' | 'opening' | 'reading'): Drawn => ({
  role: 'phone',
  screen: { name: 'pairing', view, seen: view === 'reading' ? 1 : 0, problem: null },
});

/**
 * Every screen of the page, in each of its layouts. The compiler complains when a screen is missing. Views that differ
 * in their words alone, such as most problems, are left to the long run.
 */
export const DRAWN: Record<ScreenName, Record<string, Drawn>> = {
  loading: { begins: { screen: { name: 'loading' } } },
  landing: { scanned: { role: 'phone', screen: { name: 'landing' } } },
  phone_confirm: { number: { role: 'phone', screen: { name: 'phone_confirm', sending: false } } },
  pairing: {
    asked: pairing('asked'),
    opening: pairing('opening'),
    reading: pairing('reading'),
    blind: {
      role: 'phone',
      screen: { name: 'pairing', view: 'blind', seen: 0, problem: 'camera_permission_denied' },
    },
  },
  consent: {
    asked: { screen: { name: 'consent', sending: false }, consented: false },
    details: { screen: { name: 'consent', sending: false }, consented: false, press: '.details' },
    declined: { screen: { name: 'consent', sending: false }, consented: false, declined_before: true },
  },
  primer: { ways: { screen: PRIMER }, another: { screen: PRIMER, press: '.another' } },
  opening: { asks: { screen: { name: 'opening' } } },
  ready: {
    far: { screen: { name: 'ready', hint: 'face_too_far', guided: true } },
    unguided: { screen: { name: 'ready', hint: null, guided: false } },
  },
  capture: {
    countdown: { screen: { ...CAPTURE, step: -1, ratio: 0, count: 3 } },
    turns: { screen: CAPTURE },
    hint: { screen: { ...CAPTURE, hint: 'brightness_too_low' } },
  },
  uploading: { half: { screen: { name: 'uploading', ratio: 0.5 } } },
  processing: { waits: { screen: { name: 'processing' }, ...attempted({ status: 'processing' }) } },
  retry: { dark: { screen: { name: 'retry', code: 'too_dark' }, ...attempted({}) } },
  handoff: {
    qr: { screen: { name: 'handoff', view: 'waiting', channel: 'qr', code: CODE } },
    link: { screen: { name: 'handoff', view: 'waiting', channel: 'link', code: CODE } },
    making: { screen: { name: 'handoff', view: 'waiting', channel: 'qr', code: null } },
    number: { screen: { name: 'handoff', view: 'redeemed', channel: 'qr', code: CODE }, ...NUMBER },
    warned: {
      screen: { name: 'handoff', view: 'redeemed', channel: 'qr', code: CODE },
      ...NUMBER,
      warned: true,
    },
    moving: {
      screen: { name: 'handoff', view: 'pairing', channel: 'qr', code: CODE, moving: CODE.url },
      ...NUMBER,
    },
    phone: { screen: { name: 'handoff', view: 'confirmed', channel: 'qr', code: CODE }, ...NUMBER },
    aborted: { screen: { name: 'handoff', view: 'aborted', channel: 'qr', code: CODE } },
  },
  leave: { asked: { screen: { name: 'leave', back: PRIMER } } },
  withdraw: {
    asked: { screen: { name: 'withdraw', back: RESULT, view: 'asked' } },
    failed: { screen: { name: 'withdraw', back: RESULT, view: 'failed' } },
  },
  result: {
    approved: { screen: RESULT, decision: 'approved', ...attempted({ status: 'completed' }) },
    declined: { screen: RESULT, decision: 'declined', ...attempted({ status: 'completed' }) },
    review: { screen: RESULT, decision: 'review', ...attempted({ status: 'completed' }) },
    untold: { screen: RESULT, ...attempted({ status: 'completed' }) },
  },
  ended: {
    canceled: { screen: { name: 'ended', how: 'canceled' } },
    expired: { screen: { name: 'ended', how: 'expired' } },
    consent: { screen: { name: 'ended', how: 'consent_declined' } },
    denied: { screen: { name: 'ended', how: 'denied' }, role: 'phone' },
  },
  error: {
    camera: { screen: { name: 'error', problem: 'camera_permission_denied' } },
    number: { screen: { name: 'error', problem: 'handoff_wrong_number' }, role: 'phone' },
    lost: { screen: { name: 'error', problem: 'upload_lost' } },
  },
};

const workflow = answer().workflow;
const consent = makeConsent(
  { definition: { name: 'Test', retention: { frames_days: 30 }, ui: INTEGRATOR } },
  { name: 'Harbour Bank', settings: {} } as never,
);

/** A person who has agreed, and a phone that has just learned what the check is about. */
const BEFORE = {
  portal: run(consented).state,
  phone: run([redeemed], { mobile: true }, 'phone').state,
};

/** The whole state of the page for such a part of it. */
export const stateOf = ({ press: _, ...part }: Drawn): State => ({
  ...BEFORE[part.role ?? 'portal'],
  origin: {
    ...INTEGRATOR,
    device_label: 'Chrome on Windows',
    started_at: '2026-01-01T10:00:00.000Z',
    customer_hint: 'j…@example.com',
  },
  workflow: {
    ...workflow,
    ...INTEGRATOR,
    client_result: 'decision',
    consent_texts: consent.texts,
    alternatives: ['no_flash', 'no_head_motion', 'audio'],
    ui: { ...workflow.ui, support_url: 'https://www.example.com/help' },
  },
  consent: { version: consent.version, text: consent.texts.en, required: true },
  ...part,
});
