import { endpoint, WITH_DEVICE } from '../endpoint.ts';
import {
  closed,
  id,
  oneOf,
  open,
  optional,
  type Static,
  sha256Hex,
  Type,
  text,
  timestamp,
} from '../schema.ts';
import { MOST_PICTURES } from './clip.ts';
import { PublicSession } from './public-session.ts';

/**
 * One instruction to the person, and the one frame that answers it. Kinds: front, turn_left, turn_right,
 * tilt_left, tilt_right (the person's own left and right), smile, mouth_open, approach, recede. Later
 * versions may add kinds.
 */
export const ChallengeStep = closed({
  id: Type.String(),
  kind: Type.String(),
  /** The longest time from the previous frame to this one; `STEP_SLACK_MS` is forgiven. */
  window_ms: Type.Integer(),
  /** How long the person holds the pose; the frame is taken within this time. */
  hold_ms: Type.Integer(),
  /**
   * The least extent, in the unit of the kind: degrees for a turn or tilt, change of the mouth, ratio of face
   * sizes for an approach.
   */
  min: Type.Number(),
});

export const AttemptBody = closed({
  /** Sending the same id again repeats the answer, for a lost reply. */
  client_attempt_id: optional(text(64)),
  /** The person's wish: without coloured light, without head motion, or with time to listen. */
  alternative: optional(oneOf('no_flash', 'no_head_motion', 'audio')),
  /**
   * Whether the client can light the face with the screen's colours and record the clip. `ready`: the challenge
   * may have light. Any other word says why not. Left out by clients that know no light.
   */
  light: optional(oneOf('ready', 'too_bright', 'declined', 'unable')),
});
export const AttemptAnswer = closed({
  attempt_id: id('fca'),
  /** base64url, 32 bytes; the capture's hash chain starts from it. */
  nonce: Type.String(),
  challenge: closed({
    type: Type.String(),
    steps: Type.Array(ChallengeStep),
    /**
     * kinds: the kinds that may be asked for; audio: the person listens to the prompts, so they take longer;
     * light: the colours that the screen shows after the last step, [{colour: '#rrggbb', ms}]; light_skipped:
     * why there are none.
     */
    parameters: open(),
    timeouts: closed({ attempt_ms: Type.Integer(), step_ms: Type.Integer() }),
  }),
  upload: closed({
    frames: Type.Integer(),
    max_bytes: Type.Integer(),
    /** Present where the challenge has light: the clip is then required. */
    clip: optional(
      closed({ max_bytes: Type.Integer(), longest_side: Type.Integer(), least_per_s: Type.Integer() }),
    ),
  }),
  expires_at: timestamp(),
});
export type AttemptAnswer = Static<typeof AttemptAnswer>;
export const attempt = endpoint({
  name: 'attempt',
  method: 'POST',
  path: '/facecheck/session/attempt',
  summary: 'Open a capture attempt; the challenge is random, single use and timed by the server.',
  credential: ['portal', 'handoff'],
  limit: 'face_token',
  cors: 'face',
  body: AttemptBody,
  max_body: 'body_bytes',
  answer: AttemptAnswer,
  errors: [...WITH_DEVICE, 'consent_required', 'attempt_open', 'attempts_exhausted'],
});

const whole = (maximum: number) => optional(Type.Integer({ minimum: 0, maximum }));
const flag = () => optional(Type.Boolean());

/**
 * Facts that a client reports about its camera track. They are hints that can raise suspicion and never
 * clear it. Every fact may be missing (then it is unknown); unknown fields are recorded and not read.
 */
export const TrackFacts = Type.Object(
  {
    engine: optional(oneOf('chromium', 'gecko', 'webkit', 'other')),
    /** Name of the track's constructor; a track that a page makes has another constructor than a camera's. */
    constructor: optional(Type.String({ maxLength: 64 })),
    label: optional(Type.String({ maxLength: 200 })),
    /** Whether enumerateDevices lists the track's device. */
    enumerated: flag(),
    group_id: flag(),
    /** Whether the pictures carry the time when the camera took them (requestVideoFrameCallback). */
    capture_time: flag(),
    native_get_user_media: flag(),
    /** Names of properties of mediaDevices, the track and the canvas that the page has replaced. */
    overrides: optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 32 })),
    /** Sizes in the track's settings, and of the pictures that were delivered; pixels. */
    width: whole(65_535),
    height: whole(65_535),
    delivered_width: whole(65_535),
    delivered_height: whole(65_535),
    frame_rate: optional(Type.Number({ minimum: 0, maximum: 1_000 })),
    facing_mode: optional(Type.Union([Type.String({ maxLength: 32 }), Type.Null()])),
    /** Intervals between pictures during the recording: how many, their mean and their standard deviation. */
    intervals: whole(100_000),
    interval_ms: optional(Type.Number({ minimum: 0, maximum: 100_000 })),
    jitter_ms: optional(Type.Number({ minimum: 0, maximum: 100_000 })),
  },
  { maxProperties: 64 },
);
export type TrackFacts = Static<typeof TrackFacts>;

/**
 * The clip of a capture: JPEG or WebP pictures, one after the other in part `clip`, without anything between
 * them. Nothing here decodes a video codec.
 */
export const CaptureClip = closed({
  pictures: Type.Array(
    closed({
      /** Where the picture begins, in bytes of the part; the first at 0. It ends where the next one begins. */
      offset: Type.Integer({ minimum: 0 }),
      sha256: sha256Hex(),
      /** By the same clock as the frames. */
      t_ms: Type.Number({ minimum: 0 }),
    }),
    { minItems: 2, maxItems: MOST_PICTURES },
  ),
  /** When the screen showed each colour of the challenge, and when it ended the last one. */
  light: optional(Type.Array(Type.Number({ minimum: 0 }), { minItems: 2, maxItems: 33 })),
});
export type CaptureClip = Static<typeof CaptureClip>;

/**
 * Part `manifest` of the multipart upload. chain: h0 = SHA-256(nonce), h(i+1) = SHA-256(h(i) ‖
 * SHA-256(frame_i)), and the same with each picture of the clip after the last frame.
 */
export const CaptureManifest = closed({
  attempt_id: id('fca'),
  frames: Type.Array(
    closed({
      sha256: sha256Hex(),
      t_ms: Type.Number({ minimum: 0 }),
      step: text(32),
    }),
    { minItems: 8, maxItems: 10 },
  ),
  chain: sha256Hex(),
  /** Required where the challenge has light. */
  clip: optional(CaptureClip),
  // Typed as unknown on purpose: these are hints from an untrusted client, and each reader has to check them.
  track: optional(Type.Unsafe<Record<string, unknown>>(TrackFacts)),
  hints: optional(Type.Array(open(), { maxItems: 200 })),
  client_time: optional(timestamp()),
});
export type CaptureManifest = Static<typeof CaptureManifest>;

export const submit = endpoint({
  name: 'submit',
  method: 'POST',
  path: '/facecheck/session/attempt/{attempt_id}/submit',
  summary:
    'Submit the frames of an attempt: part `manifest`, then `frame_0` to `frame_n`, and `clip` if there is one.',
  credential: ['portal', 'handoff'],
  limit: 'face_token',
  cors: 'face',
  media: 'multipart',
  max_body: 'capture_body_bytes',
  params: closed({ attempt_id: id('fca') }),
  answer: closed({ session: PublicSession }),
  errors: [
    ...WITH_DEVICE,
    'not_found',
    'attempt_expired',
    'challenge_mismatch',
    'image_unusable',
    'attempts_exhausted',
  ],
});

export const cancel = endpoint({
  name: 'cancel',
  method: 'POST',
  path: '/facecheck/session/cancel',
  summary: 'The person ends the session.',
  credential: ['portal', 'handoff'],
  limit: 'face_token',
  cors: 'face',
  body: closed({ reason: optional(text(64)) }),
  max_body: 'body_bytes',
  answer: closed({ session: PublicSession }),
  errors: WITH_DEVICE,
});

/** Steps of the funnel that a client may report; they move the session's phase and nothing else. */
export const FUNNEL_EVENTS = [
  'loaded',
  'consent_shown',
  'permission_asked',
  'permission_granted',
  'permission_denied',
  'camera_ready',
  'capture_started',
  'uploading',
  'handoff_shown',
  'hidden',
  'resumed',
  'error',
] as const;
export const funnelEvent = endpoint({
  name: 'funnelEvent',
  method: 'POST',
  path: '/facecheck/session/event',
  summary: 'Report a step of the funnel.',
  credential: ['portal', 'handoff'],
  limit: 'face_token',
  cors: 'face',
  body: closed({ type: oneOf(...FUNNEL_EVENTS), detail: optional(text(64)) }),
  max_body: 'body_bytes',
  answer: closed({ session: PublicSession }),
  errors: WITH_DEVICE,
});

export const ATTEMPT_ENDPOINTS = [attempt, submit, cancel, funnelEvent] as const;
