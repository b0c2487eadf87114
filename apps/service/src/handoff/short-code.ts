import { createHmac } from 'node:crypto';
import type { LimitOverrides } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import { takeGuess } from '../calls/guesses.ts';
import { limitOf } from '../calls/limits.ts';
import { randomBytes } from '../chance.ts';
import type { Log } from '../database/log.ts';
import type { Schema } from '../database/schema.ts';
import { crockford } from '../ids.ts';
import { networkKey } from '../network-address.ts';
import type { Envelope } from '../privacy/envelope.ts';

/** 16 Crockford symbols of 5 bits: 80 bits. */
export const CODE_BITS = 80;

export const newCode = (): string => crockford(randomBytes(CODE_BITS / 8));

/**
 * A code as a person or a camera may give it → its one form, or null. Crockford's rules: case does not
 * matter, O is 0, I and L are 1, hyphens and spaces are dropped. U is in no code.
 */
export function normaliseCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : null;
}

/** Only a keyed hash of a code is stored, so that a stolen table opens nothing. */
export const codeHmac = (envelope: Envelope, code: string): Buffer =>
  createHmac('sha256', envelope.subkey('short-code')).update(code).digest();

/** Where a phone opens a code. The fragment never reaches a log or a link preview. */
export const codeUrl = ({ face_base_url }: { face_base_url: string }, code: string): string =>
  `${face_base_url}/h#${code}`;

const ALARM_PER_MINUTE = 200;

/**
 * Counts wrong codes over all addresses. Many at once are an attack that no limit per address sees; the count
 * only raises an alarm.
 */
export class Misses {
  readonly #log: Pick<Log, 'warn'>;
  #minute = 0;
  count = 0;

  constructor(log: Pick<Log, 'warn'>) {
    this.#log = log;
  }

  add(now: number): void {
    const minute = Math.floor(now / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.count = 0;
    }
    this.count += 1;
    if (this.count === ALARM_PER_MINUTE)
      this.#log.warn({ misses: this.count }, 'Many unknown short codes within a minute, over all addresses.');
  }
}

/** The parts of the world that the count of wrong codes needs. */
interface MissWorld {
  database: { db: Kysely<Schema> };
  clock: { now(): number };
  address_limits: LimitOverrides;
  misses: Misses;
}

/**
 * Takes one wrong code from the address's allowance, exact over all nodes. 429 `rate_limited` when it is used
 * up.
 */
export async function countMiss(world: MissWorld, ip: string): Promise<void> {
  world.misses.add(world.clock.now());
  const limit = limitOf('short_code_miss', world.address_limits);
  await takeGuess(world, { name: 'short_code_miss', bucket: networkKey(ip), limit });
}
