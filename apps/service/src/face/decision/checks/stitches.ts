import type { KindFrame } from './frames.ts';
import { backgroundLikeness, likenessMovedAbout, type Picture, still } from './picture.ts';
import { type Sign, signIf } from './signs.ts';

/**
 * Correlation of backgrounds (at least 0.99 between prompts before a still camera). Below `other`, and below
 * `moved` for every move of a hand-held camera, it is another place.
 */
const BACKGROUND = { other: 0.4, moved: 0.75, same: 0.9 };
/** Cells of 32 by which a hand moves a camera between two prompts. */
const HAND = 5;
/**
 * Ratio by which light changes at once, and distance of colour; no lamp, exposure or white balance does this
 * twice.
 */
const LIGHT = 1.9;
const COLOUR = 0.07;
/** Ratio of sizes: a face cannot come this much nearer during one step. */
const SIZE = 2.2;

/**
 * Detects captures that are put together from several: place, light or size jump between neighbouring frames.
 */
export function stitchSigns(frames: readonly KindFrame[], pictures: readonly (Picture | null)[]): Sign[] {
  const shapes = new Set(frames.map(({ look }) => `${look.width}x${look.height}`));
  const elsewhere = count(frames, (i) => isElsewhere(pictures[i - 1], pictures[i]));
  const returns = count(frames, (i) => returnsTo(pictures[i - 2], pictures[i - 1], pictures[i]));
  const light = count(frames, (i) => jumpOfLight(frames[i - 1]!, frames[i]!));
  const size = count(frames, (i) => jumpOfSize(frames[i - 1]!, frames[i]!));
  return [
    ...signIf(shapes.size > 2, 'fail', 'sizes_of_several_cameras'),
    // A phone that is rotated changes once.
    ...signIf(shapes.size === 2, 'suspected', 'sizes_of_several_cameras'),
    ...signIf(returns >= 2, 'fail', 'places_alternate'),
    ...signIf(elsewhere > 0 && returns < 2, 'suspected', 'another_place'),
    ...signIf(light >= 2, 'suspected', 'light_jumps'),
    ...signIf(light === 1, 'note', 'light_jumps'),
    ...signIf(size > 0, 'suspected', 'size_jumps'),
  ];
}

const count = (frames: readonly unknown[], at: (index: number) => boolean): number =>
  frames.filter((_, index) => index > 0 && at(index)).length;

type Maybe = Picture | null | undefined;

function isElsewhere(a: Maybe, b: Maybe): boolean {
  if (!a || !b) return false;
  const stays = backgroundLikeness(a, b, still);
  if (stays === null || stays >= BACKGROUND.other) return false;
  return (likenessMovedAbout(a, b, HAND) ?? 1) < BACKGROUND.moved;
}

/** Whether the background changes and then returns exactly: two sources that alternate. */
function returnsTo(a: Maybe, b: Maybe, c: Maybe): boolean {
  if (!a || !b || !c || !isElsewhere(a, b)) return false;
  return (backgroundLikeness(a, c, still) ?? 0) >= BACKGROUND.same;
}

function jumpOfLight(a: KindFrame, b: KindFrame): boolean {
  const [p, q] = [a.look.face, b.look.face];
  if (!p || !q) return false;
  const ratio = (x: number, y: number) => Math.max(x, y, 0.02) / Math.max(Math.min(x, y), 0.02);
  const both = ratio(p.light.around, q.light.around) > LIGHT && ratio(p.light.face, q.light.face) > LIGHT;
  const [m, n] = [share(p.colour.around), share(q.colour.around)];
  return both || Math.max(...m.map((value, channel) => Math.abs(value - n[channel]!))) > COLOUR;
}

function share([r, g, b]: readonly [number, number, number]): [number, number, number] {
  const all = r + g + b;
  // In the dark, colour is noise.
  return all < 0.06 ? [1 / 3, 1 / 3, 1 / 3] : [r / all, g / all, b / all];
}

function jumpOfSize(a: KindFrame, b: KindFrame): boolean {
  const [p, q] = [a.look.face, b.look.face];
  return p !== null && q !== null && Math.max(p.size / q.size, q.size / p.size) > SIZE;
}
