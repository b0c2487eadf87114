import type { Packs } from '../packed/packs.ts';
import type { PlaceRule } from './codes.ts';
import { type CompiledRule, compiling } from './rule.ts';
import type { Shapes } from './shapes.ts';
import type { Steps } from './steps.ts';
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

/** Either may be asked: what is too heavy, in words that say how to fix it, or the rule itself. */
export type Weighed = { heavy: string } | { heavy: null; rule: CompiledRule };

/** Compiles a rule, unless it would make other requests wait. */
export function* weighing(packs: Packs, rule: PlaceRule): Steps<Weighed> {
  const work = new Work(PREPARING_MOST);
  try {
    const { ask, shapes } = yield* compiling(packs, rule, work);
    for (const [lng, lat] of spots(shapes))
      for (const p95_m of P95_M) {
        work.allow(ASKING_MOST);
        ask(lat, lng, p95_m);
        yield;
      }
    work.allow(Number.POSITIVE_INFINITY);
    return { heavy: null, rule: ask };
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    return { heavy: TOO_HEAVY };
  }
}

const TOO_HEAVY =
  'These shapes are too intricate together: every other request would wait for them. ' +
  'Simplify their borders (a corner every 10 m is plenty), or let fewer of them overlap.';

/** On the shapes' own borders, where the work is largest. */
function spots({ ready }: Shapes): [number, number][] {
  const edges = ready.reduce((sum, { ends }) => sum + ends.length / 4, 0);
  const step = Math.max(1, Math.floor(edges / PROBES));
  const found: [number, number][] = [];
  let skip = 0;
  for (const { ends } of ready) {
    let i = skip;
    for (; i < ends.length / 4; i += step) found.push([ends[4 * i]!, ends[4 * i + 1]!]);
    skip = i - ends.length / 4;
  }
  return found;
}
