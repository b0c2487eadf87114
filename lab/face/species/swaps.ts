import sharp from 'sharp';
import type { Random } from '../../borders/random.ts';
import type { Clip } from '../clips/clips.ts';
import { shuffled } from '../clips/segments.ts';
import { collected, drawChallenge, drawUntil, paced, present, type Stage, someClip } from '../stage.ts';
import { WAYS } from '../ways.ts';
import type { Species } from './species.ts';

/** Brings all pictures to the size of one camera. */
const sameSize = (frames: readonly Buffer[]): Promise<Buffer[]> =>
  Promise.all(
    frames.map(async (frame) => {
      const { width, height } = await sharp(frame).metadata();
      if (width === 640 && height === 480) return frame;
      return sharp(frame).resize(640, 480, { fit: 'cover' }).jpeg({ quality: 90 }).toBuffer();
    }),
  );

const stepsOf = ({ events }: Clip): Set<string> => new Set(events.map(({ step }) => step));

/** Two clips of two people. */
function twoPeople({ clips }: Stage, random: Random): [Clip, Clip] {
  const a = someClip(clips, random);
  const b = someClip(
    clips.filter(({ person }) => person !== a.person),
    random,
  );
  return [a, b];
}

const swapped: Species = {
  name: 'face swapped mid-attempt',
  what: 'one person answers the first steps and another the rest, or they take turns',
  side: 'attack',
  ways: [WAYS.expressions, WAYS.near_and_smile],
  async present(stage, way, random, n) {
    const [a, b] = twoPeople(stage, random);
    const from = 2 + Math.floor(random.uniform() * 7);
    const whose = (i: number) => (n % 2 === 0 ? (i < from ? a : b) : i % 2 === 0 ? a : b);
    const drawn = drawUntil(way, random, (kinds) =>
      kinds.every((kind, i) => stepsOf(whose(i)).has(kind)) ? true : null,
    );
    const [ofA, ofB] = [a, b].map((clip) => drawn.kinds.map((kind, i) => (whose(i) === clip ? kind : null)));
    const frames: Buffer[] = [];
    const take = async (clip: Clip, kinds: (string | null)[]) =>
      (await collected(
        clip,
        kinds.filter((kind) => kind !== null),
        random,
      ))!;
    const [fromA, fromB] = [await take(a, ofA!), await take(b, ofB!)];
    for (const [i] of drawn.kinds.entries()) frames.push((whose(i) === a ? fromA : fromB).shift()!);
    return present(stage, drawn, paced(await sameSize(frames), random));
  },
};

/** Number of challenges that are tried for each clip. */
const DRAWS = 3_000;

const stitched: Species = {
  name: 'stitched from recordings of the person',
  what:
    'each step answered with a genuine frame from anywhere in a recording, ' +
    'sent through a driver that looks like a camera',
  side: 'open',
  ways: [WAYS.expressions, WAYS.near_and_smile],
  async present(stage, way, random) {
    for (const clip of [someClip(stage.clips, random), ...shuffled(stage.clips, random)]) {
      const steps = stepsOf(clip);
      for (let i = 0; i < DRAWS; i++) {
        const drawn = drawChallenge(way, random);
        const frames = drawn.kinds.every((kind) => steps.has(kind))
          ? await collected(clip, drawn.kinds, random)
          : null;
        if (frames) return present(stage, drawn, paced(frames, random));
      }
    }
    throw new Error('no clip has frames for a whole challenge');
  },
};

export const swaps: Species[] = [swapped, stitched];
