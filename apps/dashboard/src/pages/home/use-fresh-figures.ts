import type { LiveKind } from '@standpoint/contract';
import { useEffect, useRef } from 'react';
import { useLive } from '../../live/use-live.ts';

/** Whatever a figure, a reason or a line of "needs attention" is made of. */
const KINDS: readonly LiveKind[] = [
  'verification',
  'session',
  'review',
  'customer',
  'policy',
  'workflow',
  'webhook',
  'key',
];
/** However much happens, the figures are read at most this often, and less often where reading them takes long. */
const APART_MS = 5_000;
const APART_PER_MS = 20;

/**
 * Reads the figures anew soon after something happened. They change in place: no row is added or moved under the
 * pointer, as in a list, so they need no request of their own.
 */
export function useFreshFigures(read: () => Promise<unknown>): void {
  const latest = useRef(read);
  latest.current = read;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const not_before = useRef(performance.now() + APART_MS);
  useLive(KINDS, () => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(
      async () => {
        const began = performance.now();
        await latest.current();
        const took = performance.now() - began;
        not_before.current = began + Math.max(APART_MS, took * APART_PER_MS);
        timer.current = undefined;
      },
      // A moment, so that one decision with its review is read once.
      Math.max(250, not_before.current - performance.now()),
    );
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
