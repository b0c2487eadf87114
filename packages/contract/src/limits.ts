import type { LimitName } from './endpoint.ts';

/** GCRA: `rate` per second on average, `burst` at once. 0 switches a limit off. */
export interface Limit {
  rate: number;
  burst: number;
}

/**
 * Default limits (interface §8). Each organization can change its own; STANDPOINT_LIMITS_FILE changes the
 * limits per address.
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
  /** Wrong codes per address. Counted in the database, so exact over all processes. */
  short_code_miss: { rate: 10 / 60, burst: 10 },
  /**
   * Requests without a credential, per address: pages, published keys, health, short codes, unknown paths.
   */
  public_address: { rate: 50, burst: 1_000 },
  /** Calls whose credential is missing or proves nothing, per address. A good credential is never counted. */
  failed_credential: { rate: 1, burst: 300 },
  /** The demo shop, which gives out sandbox tokens: per address, and over all addresses together. */
  demo_address: { rate: 120 / 3_600, burst: 120 },
  demo: { rate: 240 / 3_600, burst: 240 },
} as const satisfies Record<Exclude<LimitName, 'none'> | string, Limit>;

export type LimitKey = keyof typeof LIMITS;
/** Short codes of one session over its whole life. */
export const SHORT_CODES_PER_SESSION = 120;
