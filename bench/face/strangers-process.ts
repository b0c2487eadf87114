import { setTimeout as after } from 'node:timers/promises';
import { attemptOf, photographs, poster, upload } from './face.ts';

/**
 * What the parent says: where the service is, and a sandbox key of an organization there; or that it is
 * enough.
 */
export type Order = { base: string; api_key: string; workflow_id: string; strangers: number } | 'stop';
/** What they sent: uploads that were taken, and uploads that were refused with 503. */
export interface Sent {
  taken: number;
  refused: number;
}

/** Longer than no wait at all, and shorter than any Retry-After: strangers need not be polite. */
const IMPATIENCE_MS = 500;

/**
 * Strangers who send captures to the sandbox, each of them one after the other, for as long as they are let.
 */
const pictures = await photographs();
let going = false;
let sent: Sent = { taken: 0, refused: 0 };
let all: Promise<unknown> = Promise.resolve();
let made = 0;

async function stranger({ base, api_key, workflow_id }: Exclude<Order, 'stop'>): Promise<void> {
  const post = poster(base);
  while (going) {
    const attempt = await attemptOf(post, api_key, workflow_id, pictures, `stranger-${made++}`, 10);
    for (let taken = false; going && !taken; ) {
      const response = await upload(base, attempt);
      await response.arrayBuffer();
      taken = response.status !== 503;
      if (taken) sent.taken++;
      else {
        sent.refused++;
        await after(IMPATIENCE_MS);
      }
    }
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
