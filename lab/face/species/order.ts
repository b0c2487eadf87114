import { readFile } from 'node:fs/promises';
import { STEP_SLACK_MS } from '@standpoint/contract';
import type { Random } from '../../borders/random.ts';
import type { Shot } from '../capture.ts';
import { chanceOf } from '../chance.ts';
import { shuffled } from '../clips/segments.ts';
import { toJpeg, toRaster, withNoise } from '../images/raster.ts';
import { honest, present } from '../stage.ts';
import { WAYS } from '../ways.ts';
import { picturesOf, type Species, someFrame } from './species.ts';

const ANSWERED = [WAYS.expressions, WAYS.near_and_smile];

/** Pictures in another order, so that some of them answer another step. */
function misplaced(kinds: readonly string[], random: Random): number[] {
  for (;;) {
    const order = shuffled([...kinds.keys()], random);
    if (order.some((from, to) => kinds[from] !== kinds[to])) return order;
  }
}

const outOfOrder: Species = {
  name: 'answered out of order',
  what: 'the right pictures at the wrong steps; half of the time the manifest admits it',
  side: 'attack',
  ways: ANSWERED,
  async present(stage, way, random, n) {
    const { shots, ...drawn } = await honest(stage, way, random);
    const order = misplaced(drawn.kinds, random);
    const moved = shots.map(({ t_ms }, place) => ({ t_ms, jpeg: shots[order[place]!]!.jpeg }));
    if (n % 2 === 0) return present(stage, drawn, moved);
    return present(stage, drawn, moved, {
      tamper({ manifest }) {
        const steps = manifest.frames.map(({ step }) => step);
        for (const [place, frame] of manifest.frames.entries()) frame.step = steps[order[place]!]!;
      },
    });
  },
};

const late: Species = {
  name: 'answered late',
  what: 'a right answer after its step’s window, after the attempt’s end, or recorded before the attempt was opened',
  side: 'attack',
  ways: ANSWERED,
  async present(stage, way, random, n) {
    const { shots, ...drawn } = await honest(stage, way, random);
    const from = 1 + Math.floor(random.uniform() * (shots.length - 1));
    if (n % 3 === 0)
      return present(stage, drawn, async ({ challenge }) => {
        const delay_ms = challenge.steps[from]!.window_ms + STEP_SLACK_MS;
        return shots.map(({ jpeg, t_ms }, i): Shot => ({ jpeg, t_ms: i < from ? t_ms : t_ms + delay_ms }));
      });
    return present(stage, drawn, shots, { after_ms: n % 3 === 1 ? 91_000 : 300 });
  },
};

const duplicated: Species = {
  name: 'duplicated or reordered frames',
  what:
    'a right answer in which one moment stands for several (as it is, or encoded again), ' +
    'or frames in another order than hashed',
  side: 'attack',
  ways: ANSWERED,
  async present(stage, way, random, n) {
    const { shots, ...drawn } = await honest(stage, way, picturesOf(`duplicated ${way.name}`, n));
    if (n % 3 === 2)
      return present(stage, drawn, shots, {
        tamper: (capture) => {
          const [a, b] = shuffled([...capture.frames.keys()], random);
          [capture.frames[a!], capture.frames[b!]] = [capture.frames[b!]!, capture.frames[a!]!];
        },
      });
    const fronts = [...drawn.kinds.keys()].filter((i) => drawn.kinds[i] === 'front');
    const image = await toRaster(shots[fronts[0]!]!.jpeg);
    const again = await Promise.all(
      shots.map(async (shot, i): Promise<Shot> => {
        if (!fronts.includes(i)) return shot;
        const jpeg =
          n % 3 === 0
            ? shots[fronts[0]!]!.jpeg
            : await toJpeg(withNoise(image, 1, chanceOf('duplicated', n % 30, i)), 80 + i);
        return { ...shot, jpeg };
      }),
    );
    return present(stage, drawn, again);
  },
};

const substituted: Species = {
  name: 'frames substituted after hashing',
  what: 'the manifest of one capture with frames of another in place of one or all',
  side: 'attack',
  ways: ANSWERED,
  async present(stage, way, random, n) {
    const { shots, clip, ...drawn } = await honest(stage, way, random);
    const other = await readFile(someFrame(clip, 'front', random).file);
    const noisy = await toJpeg(withNoise(await toRaster(other), 1, random));
    return present(stage, drawn, shots, {
      tamper: (capture) => {
        const one = Math.floor(random.uniform() * capture.frames.length);
        capture.frames = capture.frames.map((frame, i) => (n % 2 === 1 || i === one ? noisy : frame));
      },
    });
  },
};

export const orders: Species[] = [outOfOrder, late, duplicated, substituted];
