import { setTimeout as after } from 'node:timers/promises';
import { attemptOf, photographs, poster, upload } from './face.ts';

/**
 * Messages of the parent: the address of the service and a sandbox key of an organization there, or the
 * order to stop.
 */
export type Order = { base: string; api_key: string; workflow_id: string; strangers: number } | 'stop';
/** Counts of uploads: those that were taken, and those that were refused with 503. */
export interface Sent {
  taken: number;
  refused: number;
}

/** Wait after a refusal. It is shorter than any Retry-After, because strangers need not be polite. */
const IMPATIENCE_MS = 500;

/**
 * Strangers that send captures to the sandbox until the parent stops them. Each one sends one after the
 * other.
 */
const pictures = await photographs();
let going = false;
let sent: Sent = { taken: 0, refused: 0 };
let all: Promise<unknown> = Promise.resolve();
let made = 0;

async function stranger(order: Exclude<Order, 'stop'>): Promise<void> {
  // On a busy machine a call may fail or an attempt run out: strangers begin again.
  while (going) await capture(order).catch(() => after(IMPATIENCE_MS));
}

async function capture({ base, api_key, workflow_id }: Exclude<Order, 'stop'>): Promise<void> {
  const attempt = await attemptOf(poster(base), api_key, workflow_id, pictures, `stranger-${made++}`, {
    pace_ms: 10,
  });
  while (going) {
    const response = await upload(base, attempt);
    await response.arrayBuffer();
    if (response.status === 200) sent.taken++;
    if (response.status !== 503) return;
    sent.refused++;
    await after(IMPATIENCE_MS);
  }
}

process.on('message', async (order: Order) => {
  if (order !== 'stop') {
    going = true;
    sent = { taken: 0, refused: 0 };
    all = Promise.all(Array.from({ length: order.strangers }, () => stranger(order)));
    process.send!('going');
    return;
  }
  going = false;
  await all;
  process.send!(sent);
});
process.once('disconnect', () => process.exit(0));
process.send!('ready');
