import type { LimitName } from './endpoint.ts';

/** GCRA: `rate` per second on average, `burst` at once. 0 switches a limit off. */
export interface Limit {
  rate: number;
  burst: number;
}

/**
 * Defaults of interface §8; every one a setting per organization, address limits by STANDPOINT_LIMITS_FILE.
 */
export const LIMITS = {
  preflight: { rate: 50, burst: 100 },
  portal: { rate: 20, burst: 40 },
  /** Per customer, production only. */
  verify_customer: { rate: 30 / 60, burst: 30 },
  verify_address: { rate: 120 / 60, burst: 120 },
  collect_address: { rate: 10, burst: 120 },
  results: { rate: 50, burst: 100 },
  face_token: { rate: 5, burst: 60 },
  short_code_write: { rate: 1 / 5, burst: 5 },
  /** A code begins every 400 ms: 2.5 a second, and as many again for what is asked once more. */
  optical_code: { rate: 5, burst: 10 },
  optical_sighting: { rate: 5, burst: 10 },
  /** Without news: one answer a second after a burst of 5. */
  session_status: { rate: 1, burst: 5 },
  /** Wrong codes per address: kept in the database, exact. */
  short_code_miss: { rate: 10 / 60, burst: 10 },
  /**
   * Everything that asks for no credential, per address: pages, published keys, health, short codes, what
   * does not exist.
   */
  public_address: { rate: 50, burst: 1_000 },
  /** Of the demo shop, which hands out sandbox tokens: per address, and over all addresses together. */
  demo_address: { rate: 120 / 3_600, burst: 120 },
  demo: { rate: 240 / 3_600, burst: 240 },
} as const satisfies Record<Exclude<LimitName, 'none'> | string, Limit>;

export type LimitKey = keyof typeof LIMITS;
/** Codes of one session, over its life. */
export const SHORT_CODES_PER_SESSION = 120;
