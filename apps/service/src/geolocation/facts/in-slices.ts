import { setTimeout as rest } from 'node:timers/promises';
import { refuse } from '../../refuse.ts';
import type { Steps } from '../geodata/rules/steps.ts';

/** Work without a pause, and the rest in which requests are answered, milliseconds. */
const SLICE_MS = 4;
const REST_MS = 4;
/** Long work of one organization that may wait for its turn. */
const WAITING_MOST = 4;

/** Those who wait, by organization; the first one has waited longest since its last turn. */
const waiting = new Map<string, (() => void)[]>();
let taken = false;

/** Work that a request waits for, beside other requests. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = slice(steps);
    if (done) return value as T;
    await rest(REST_MS);
  }
}

/**
 * Work that a person asks for as often as they like. What takes one slice is done at once. Of longer work there is one
 * at a time in the process, so that neither its memory nor its slices add up, and organizations take turns.
 */
export async function inTurn<T>(org: string, steps: Steps<T>): Promise<T> {
  const { done, value } = slice(steps);
  if (done) return value as T;
  await turnOf(org);
  try {
    return await inSlices(steps);
  } finally {
    taken = false;
    next();
  }
}

function slice<T>(steps: Steps<T>): IteratorResult<undefined, T> {
  const began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done || performance.now() - began > SLICE_MS) return step;
  }
}

async function turnOf(org: string): Promise<void> {
  const mine = waiting.get(org) ?? [];
  if (mine.length >= WAITING_MOST)
    refuse('rate_limited', 'large policies', {
      retry_after_s: 2,
      message: 'Other large policies of this organization are being examined. Try again in a moment.',
    });
  await new Promise<void>((resolve) => {
    waiting.set(org, [...mine, resolve]);
    next();
  });
}

function next(): void {
  const [first] = waiting;
  if (taken || !first) return;
  taken = true;
  const [org, [mine, ...others]] = first;
  waiting.delete(org);
  if (others.length > 0) waiting.set(org, others);
  mine!();
}
