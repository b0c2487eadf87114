import { ID_PREFIXES, type IdKind } from '@standpoint/contract';
import { randomBytes } from './chance.ts';

/** Crockford base32: no I, L, O, U. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `bytes` as Crockford base32, most significant bits first; the length must be a multiple of 5. */
export function crockford(bytes: Uint8Array): string {
  let out = '';
  for (let i = 0; i < bytes.length; i += 5) {
    const high = (bytes[i]! << 12) | (bytes[i + 1]! << 4) | (bytes[i + 2]! >> 4);
    const low = ((bytes[i + 2]! & 15) << 16) | (bytes[i + 3]! << 8) | bytes[i + 4]!;
    for (const half of [high, low]) {
      out +=
        CROCKFORD[half >> 15]! +
        CROCKFORD[(half >> 10) & 31]! +
        CROCKFORD[(half >> 5) & 31]! +
        CROCKFORD[half & 31]!;
    }
  }
  return out;
}

/** 26-character ULID: 48 bits of time in ms, then the 80 bits given. */
export function ulid(now: number, tail: Uint8Array): string {
  let time = '';
  for (let rest = Math.floor(now), i = 0; i < 10; i++, rest = Math.floor(rest / 32))
    time = CROCKFORD[rest % 32]! + time;
  return time + crockford(tail);
}

/** The time in an id of ours, in ms. */
export function timeOf(id: string): number {
  let time = 0;
  for (const symbol of id.slice(-26, -16)) time = time * 32 + CROCKFORD.indexOf(symbol);
  return time;
}

/** An id carries the time of its decision, and its row the moment of the transaction, by the same clock. */
const APART_MS = 120_000;
const NO_TAIL = new Uint8Array(10);

/** At or before the id of every row since this moment, so that the primary key finds them. */
export const firstId = (prefix: string, from_ms: number): string =>
  `${prefix}_${ulid(Math.max(0, from_ms - APART_MS), NO_TAIL)}`;
/** After the id of every row before this moment. */
export const endId = (prefix: string, to_ms: number): string =>
  `${prefix}_${ulid(Math.max(0, to_ms + APART_MS), NO_TAIL)}`;

let lastTime = 0;
let lastTail: Buffer = Buffer.alloc(10);

/**
 * Random bits. Within one millisecond, the previous bits plus one, so that ids made in one transaction keep
 * their order.
 */
function monotonicTail(now: number): Buffer {
  if (now !== lastTime) {
    lastTime = now;
    lastTail = randomBytes(10);
    // Leaves room for the increments of one millisecond.
    lastTail[0]! &= 0x7f;
    return lastTail;
  }
  lastTail = Buffer.from(lastTail);
  for (let i = 9; i >= 0; i--) {
    lastTail[i] = (lastTail[i]! + 1) & 0xff;
    if (lastTail[i] !== 0) break;
  }
  return lastTail;
}

/** A new id: prefix and ULID, sortable by time. */
export const newId = (kind: IdKind, now: number = Date.now()): string =>
  `${ID_PREFIXES[kind]}_${ulid(now, monotonicTail(Math.floor(now)))}`;

/** 128 random bits in the text form of a UUID (the column type of the spend ledger). */
export function newJti(): string {
  const hex = randomBytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
