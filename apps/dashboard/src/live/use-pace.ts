import { useEffect, useRef, useState } from 'react';
import { Pace } from './pace.ts';

/** A function that asks for one more reading: `pace.ts`. `of`: what is read; what was asked of another is forgotten. */
export function usePace(
  of: string,
  reading: boolean,
  read: () => Promise<unknown>,
  restMs: (took_ms: number) => number,
): () => void {
  const latest = useRef(read);
  latest.current = read;
  const [pace] = useState(() => new Pace(() => latest.current(), restMs));
  useEffect(() => pace.reading(reading), [pace, reading]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked of another place is not asked of this one.
  useEffect(() => () => pace.stop(), [pace, of]);
  return () => pace.ask();
}
