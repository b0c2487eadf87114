import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { crockford } from '../../ids.ts';

/**
 * How long a code stands. Fast enough that a forwarded picture shows in the latency, slow enough for an old
 * phone to read every one, and below three changes a second (WCAG 2.3.1).
 */
export const SLOT_MS = 400;
/** A code is recognised for this long after its slot begins, and not at all later. */
export const LOOK_BACK_MS = 10_000;

/** The slot of a moment, in milliseconds of the service's clock. */
export const slotAt = (now: number): number => Math.floor(now / SLOT_MS);
export const startOf = (slot: number): number => slot * SLOT_MS;
/** Whole milliseconds until the next slot begins, 1 to 400. */
export const untilNext = (now: number): number => Math.ceil(startOf(slotAt(now) + 1) - now);

/**
 * Code of a slot: 40 bits of HMAC-SHA256 as 8 Crockford symbols. Nothing is stored: every node computes
 * the same codes, and the next one cannot be computed without the key.
 */
export const codeOf = (key: KeyObject, handoff_id: string, slot: number): string =>
  crockford(createHmac('sha256', key).update(`${handoff_id}|${slot}`).digest().subarray(0, 5));

/** The slot of the last 10 s whose code this is, or null. A code of a future slot is not recognised. */
export function findSlot(key: KeyObject, handoff_id: string, code: string, now: number): number | null {
  const read = Buffer.from(code);
  for (let slot = slotAt(now); now - startOf(slot) <= LOOK_BACK_MS; slot--) {
    const made = Buffer.from(codeOf(key, handoff_id, slot));
    if (made.length === read.length && timingSafeEqual(made, read)) return slot;
  }
  return null;
}
