import type { Packs } from '../borders/packs.ts';
import type { PlaceRule } from './codes.ts';
import { compileRule } from './rule.ts';
import { Shapes } from './shapes.ts';
import { TooMuchWork, Work } from './work.ts';

/**
 * A million steps are about 0.2 s in which the service answers no other request; a thousand circles take 0.6
 * million.
 */
const PREPARING_MOST = 1_000_000;
/** A decision among a thousand circles takes 26,000 steps, a millisecond. */
const ASKING_MOST = 50_000;
const PROBES = 200;
const P95_M = [20, 1_000];

/**
 * The reason why a rule would make other requests wait, in words that say how to fix it; null when it would
 * not.
 */
export function tooHeavy(packs: Packs, rule: PlaceRule): string | null {
  const work = new Work(PREPARING_MOST);
  try {
    const ask = compileRule(packs, rule, work);
    for (const [lng, lat] of spots(rule))
      for (const p95_m of P95_M) {
        work.allow(ASKING_MOST);
        ask(lat, lng, p95_m);
      }
    return null;
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    return (
      'These shapes are too intricate together: every other request would wait for them. ' +
      'Simplify their borders (a corner every 10 m is plenty), or let fewer of them overlap.'
    );
  }
}

/** Counts on the shapes' own borders, where the work is largest. */
function spots({ shapes = [] }: PlaceRule): [number, number][] {
  const all = new Shapes(shapes).ready.flatMap(({ ends }) =>
    Array.from({ length: ends.length / 4 }, (_, i) => [ends[4 * i]!, ends[4 * i + 1]!] as [number, number]),
  );
  const step = Math.max(1, Math.floor(all.length / PROBES));
  return all.filter((_, i) => i % step === 0);
}
