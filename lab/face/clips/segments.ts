import type { Random } from '../../borders/random.ts';
import type { ClipEvent } from './clips.ts';

/**
 * Milliseconds between the frames of two steps: longer than a reaction takes, shorter than a step's window.
 */
const GAP = { least: 600, most: 5_400 } as const;

type Span = readonly [from: number, to: number];

/**
 * Moments of one clip, in its own order and pace, that answer a challenge. A person who got this challenge
 * would have sent these frames. null if the clip has no such segment.
 */
export function findSegment(
  events: readonly ClipEvent[],
  kinds: readonly string[],
  random: Random,
): number[] | null {
  const reached: Span[][] = [];
  for (const [step, kind] of kinds.entries()) {
    const spans = events.flatMap((event): Span[] => {
      if (event.step !== kind) return [];
      const whole: Span = [event.start_ms, event.end_ms];
      return step === 0 ? [whole] : reached[step - 1]!.flatMap((before) => overlap(whole, later(before)));
    });
    if (spans.length === 0) return null;
    reached.push(merged(spans));
  }
  // The search runs backwards from the end, so that every choice has a continuation.
  const moments: number[] = [];
  for (const spans of reached.toReversed()) {
    const next = moments.at(-1);
    const possible = next === undefined ? spans : spans.flatMap((span) => overlap(span, earlier(next)));
    moments.push(someMoment(possible, random));
  }
  return moments.reverse();
}

const later = ([from, to]: Span): Span => [from + GAP.least, to + GAP.most];
const earlier = (moment: number): Span => [moment - GAP.most, moment - GAP.least];

function overlap(a: Span, b: Span): Span[] {
  const [from, to] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
  return from <= to ? [[from, to]] : [];
}

function merged(spans: readonly Span[]): Span[] {
  const out: [number, number][] = [];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = out.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

/** Chooses a span with a probability that grows with its length. Short spans keep a minimum chance. */
function someMoment(spans: readonly Span[], random: Random): number {
  const weights = spans.map(([from, to]) => to - from + 100);
  let left = random.uniform() * weights.reduce((sum, weight) => sum + weight, 0);
  const place = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  const [from, to] = spans.at(place)!;
  return from + (to - from) * random.uniform();
}

export function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((value) => ({ value, at: random.uniform() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
