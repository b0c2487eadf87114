/** GCRA: `rate` per second on average, `burst` at once. 0 switches a limit off. */
export interface Limit {
  rate: number;
  burst: number;
}

/**
 * Default rates (interface §8). Each organization can change its own; STANDPOINT_LIMITS_FILE changes those of
 * addresses, and the defaults of all organizations.
 */
export const LIMITS = {
  preflight: { rate: 50, burst: 100 },
  portal: { rate: 20, burst: 40 },
  /** Per customer; production only. */
  verify_customer: { rate: 30 / 60, burst: 30 },
  verify_address: { rate: 120 / 60, burst: 120 },
  collect_address: { rate: 10, burst: 120 },
  results: { rate: 50, burst: 100 },
  face_token: { rate: 5, burst: 60 },
  short_code_write: { rate: 1 / 5, burst: 5 },
  /** A new code begins every 400 ms, so 2.5 a second, and the same again for repeated requests. */
  optical_code: { rate: 5, burst: 10 },
  optical_sighting: { rate: 5, burst: 10 },
  /** While nothing changes: one answer a second after a burst of 5. */
  session_status: { rate: 1, burst: 5 },
  /** Wrong codes per address. */
  short_code_miss: { rate: 10 / 60, burst: 10 },
  /**
   * Requests without a credential, per address: pages, published keys, health, short codes, unknown paths.
   */
  public_address: { rate: 50, burst: 1_000 },
  /** Calls whose credential is missing or proves nothing, per address. A good credential is never counted. */
  failed_credential: { rate: 1, burst: 300 },
  /** Calls of the package registries with a token that works: each one, and each whole megabyte that is sent. */
  package_token: { rate: 10, burst: 10_000 },
  /** Calls of one signed-in person's session. */
  dashboard: { rate: 20, burst: 200 },
  /** Attempts to sign in, per account and per address: 5 in 15 minutes. */
  sign_in: { rate: 5 / 900, burst: 5 },
  /** The demo shop, which gives out sandbox tokens: per address, and over all addresses together. */
  demo_address: { rate: 120 / 3_600, burst: 120 },
  demo: { rate: 240 / 3_600, burst: 240 },
} as const satisfies Record<string, Limit>;
export type LimitKey = keyof typeof LIMITS;

/** Limits of addresses and of callers without a credential: no organization may raise them for all others. */
export const OPERATOR_LIMITS: readonly LimitKey[] = [
  'verify_address',
  'collect_address',
  'short_code_miss',
  'public_address',
  'failed_credential',
  'dashboard',
  'sign_in',
  'demo_address',
  'demo',
];

/**
 * Limits on guessing. They are counted in the database, so they are exact over all processes, and a call that
 * cannot be counted is refused.
 */
export const EXACT_LIMITS: readonly LimitKey[] = ['short_code_miss', 'short_code_write', 'sign_in'];

/** A size or a count: its default, and the most that a file may set. 0 stands for `most`. */
export interface Cap {
  default: number;
  most: number;
}

const KB = 1_024;

/**
 * Sizes and counts that each organization can change (interface §8). `most` protects the process, which all
 * organizations share: it bounds what one call can take of its memory.
 */
export const CAPS = {
  /** JSON bodies of all endpoints that are not named below. */
  body_bytes: { default: 16 * KB, most: 64 * KB },
  preflight_body_bytes: { default: 16 * KB, most: 64 * KB },
  portal_body_bytes: { default: 16 * KB, most: 64 * KB },
  /** verify, collect, evaluate, the phone's side of a location check, and a workflow's draft in the dashboard. */
  evidence_body_bytes: { default: 64 * KB, most: 256 * KB },
  /** Policies with their shapes, in the dashboard. */
  policy_body_bytes: { default: 4 * KB * KB, most: 16 * KB * KB },
  /** All parts of a capture together. */
  capture_body_bytes: { default: 8 * KB * KB, most: 16 * KB * KB },
  /** Each picture: a frame of a capture, and a face reference. */
  frame_bytes: { default: 1_500_000, most: 3_000_000 },
  /** The clip of a capture. */
  clip_bytes: { default: 2_000_000, most: 3_000_000 },
  /** Width by height, as the picture's header gives them. */
  frame_pixels: { default: 16_000_000, most: 32_000_000 },
  /** Codes of one face session over its whole life. */
  short_codes_per_session: { default: 120, most: 1_000 },
} as const satisfies Record<string, Cap>;
export type CapKey = keyof typeof CAPS;
/** The limits on the size of a request's body. */
export type BodyCap = Exclude<Extract<CapKey, `${string}_bytes`>, 'clip_bytes'>;

/**
 * The content of a limits file. A rate is an average per second with its burst, or a plain number for both; a
 * size or count is a plain number. 0 is off.
 */
export type LimitOverrides = Partial<
  Record<LimitKey, number | { rate: number; burst?: number }> & Record<CapKey, number>
>;
