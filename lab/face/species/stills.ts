import { between } from '../../borders/random.ts';
import { chanceOf } from '../chance.ts';
import { toJpeg, type View, viewed, withNoise } from '../images/raster.ts';
import { newSetup, recaptured } from '../images/recapture.ts';
import { drawChallenge, paced, present } from '../stage.ts';
import { WAYS } from '../ways.ts';
import { madeOnce, occurrences, picturesOf, type Species, setOf, someStill } from './species.ts';

const ALL = [WAYS.motion, WAYS.expressions, WAYS.near_and_smile];

const loopedStill: Species = {
  name: 'looped still',
  what: 'one photograph as the camera’s picture, each frame with other noise, encoding or edge',
  side: 'attack',
  ways: ALL,
  async present(stage, way, random, n) {
    const drawn = drawChallenge(way, random);
    const frames = await setOf(stage, 'looped still', n, async (chance) => {
      const { image } = await someStill(stage, chance);
      const edge = () => between(chance, -0.01, 0.01);
      return Promise.all(
        drawn.kinds.map((_, i) => {
          if (n % 3 === 0) return toJpeg(withNoise(image, 1.5, chance), 85);
          if (n % 3 === 1) return toJpeg(image, 70 + 2 * i);
          return toJpeg(viewed(image, { dx: edge(), dy: edge() }), 85);
        }),
      );
    });
    return present(stage, drawn, paced(frames, random));
  },
};

const printedStill: Species = {
  name: 'printed still',
  what:
    'a photograph on paper or on a screen, held before the camera: ' +
    'perspective, interference, glare, less contrast, a hand’s tremor',
  side: 'attack',
  ways: ALL,
  async present(stage, way, random, n) {
    const drawn = drawChallenge(way, random);
    const frames = await setOf(stage, 'printed still', n, async (chance) => {
      const { image } = await someStill(stage, chance);
      const setup = newSetup(n % 2 === 0 ? 'print' : 'screen', chance);
      const made: Buffer[] = [];
      for (const _ of drawn.kinds) made.push(await toJpeg(await recaptured(image, setup, chance)));
      return made;
    });
    return present(stage, drawn, paced(frames, random));
  },
};

/** The movements that a flat picture can make for each kind. It cannot make any expression. */
function viewFor(kind: string, strength: number): View {
  switch (kind) {
    case 'approach':
      return { zoom: 1.2 + 0.25 * strength };
    case 'recede':
      return { zoom: 1 / (1.2 + 0.25 * strength) };
    case 'tilt_left':
      return { angle: 12 + 8 * strength };
    case 'tilt_right':
      return { angle: -12 - 8 * strength };
    case 'turn_left':
    case 'turn_right':
      return { squeeze: 0.93 - 0.15 * strength };
    default:
      return {};
  }
}

const MOVED_SETS = 20;

const movedStill: Species = {
  name: 'pan, zoom and rotation of a still',
  what: 'one photograph that is brought nearer, moved away, rotated and squeezed as the challenge asks',
  side: 'attack',
  ways: ALL,
  async present(stage, way, random, n) {
    const drawn = drawChallenge(way, random);
    const times = occurrences(drawn.kinds);
    const set = n % MOVED_SETS;
    const frames = drawn.kinds.map((kind, i) =>
      madeOnce(stage, `moved still ${set} ${kind} ${times[i]}`, async () => {
        const { image } = await someStill(stage, picturesOf('moved still', n, MOVED_SETS));
        const chance = chanceOf('moved still', set, kind, times[i]!);
        const view = viewFor(kind, chance.uniform());
        const hand = { dx: between(chance, -0.02, 0.02), dy: between(chance, -0.02, 0.02) };
        return toJpeg(withNoise(viewed(image, { ...view, ...hand }), 1.5, chance));
      }),
    );
    return present(stage, drawn, paced(await Promise.all(frames), random));
  },
};

export const stills: Species[] = [loopedStill, printedStill, movedStill];
