import { followed, type Seen, type Shown } from './follow.ts';

export interface Shape {
  /**
   * How the amount of light that was added to each region grows with how far that region faces the camera, in
   * units of the mean amount: about 1 on a head, 0 for a layer of colour over it.
   */
  slope: number;
  /** Standard error of the slope. */
  error: number;
}

/** Below this linear light, eight bits are too coarse. */
const LEAST_LIGHT = 0.02;
const LEAST_REGIONS = 7;

/** One place of the face through the clip. */
export interface Region {
  /** How far it faces the camera, 0 to 1. */
  facing: number;
  /** Its mean linear light. */
  bright: number;
  seen: readonly Seen[];
}

/**
 * Whether the light is shaped like light on a head. A screen adds light by the angle at which the skin faces
 * it, whatever light the room gives. A layer of colour adds the same everywhere. A tint that multiplies the
 * picture adds by the light of the room, which is told apart only where the room's light comes from the side.
 * Null with too few regions.
 */
export function shapeOf(regions: readonly Region[], shown: readonly Shown[], lag_ms: number): Shape | null {
  const found = regions.flatMap(({ facing, bright, seen }) => {
    const follows = bright >= LEAST_LIGHT ? followed(seen, shown, [lag_ms]) : null;
    // A share of the room's light, times the room's light: the amount that was added.
    return follows ? [{ facing, added: follows.strength * bright, error: follows.error * bright }] : [];
  });
  const n = found.length;
  if (n < LEAST_REGIONS) return null;
  const mean = (of: (each: (typeof found)[number]) => number) =>
    found.reduce((sum, each) => sum + of(each) / n, 0);
  const [facing, added] = [mean((each) => each.facing), mean((each) => each.added)];
  const [both, spread, variance] = [
    mean((each) => (each.added - added) * (each.facing - facing)),
    mean((each) => (each.facing - facing) ** 2),
    mean((each) => ((each.facing - facing) * each.error) ** 2) / n,
  ];
  if (!(added > 0 && spread > 0)) return null;
  return { slope: both / spread / added, error: Math.sqrt(variance) / spread / added };
}
