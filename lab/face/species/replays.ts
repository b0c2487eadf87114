import sharp from 'sharp';
import { between, type Random } from '../../borders/random.ts';
import type { Shot } from '../capture.ts';
import { chanceOf } from '../chance.ts';
import { toJpeg, toRaster } from '../images/raster.ts';
import { newSetup, recaptured } from '../images/recapture.ts';
import { type Drawn, drawChallenge, honest, present, type Stage } from '../stage.ts';
import type { Tenant } from '../tenant.ts';
import { WAYS, type Way } from '../ways.ts';
import { type Species, setOf } from './species.ts';

const ANSWERED = [WAYS.expressions, WAYS.near_and_smile];

async function onScreen(shots: readonly Shot[], random: Random): Promise<Shot[]> {
  const setup = newSetup('screen', random);
  const shown: Shot[] = [];
  for (const { jpeg, t_ms } of shots)
    shown.push({ t_ms, jpeg: await toJpeg(await recaptured(await toRaster(jpeg), setup, random)) });
  return shown;
}

const replayed = (stage: Stage, way: Way, n: number) =>
  setOf(stage, `screen ${way.name}`, n, async (chance) => {
    const recorded = await honest(stage, way, chance);
    return { ...recorded, shown: await onScreen(recorded.shots, chance) };
  });

/** A challenge that asks for other steps. */
function another(way: Way, kinds: readonly string[], random: Random): Drawn {
  for (;;) {
    const drawn = drawChallenge(way, random);
    if (drawn.kinds.join() !== kinds.join()) return drawn;
  }
}

const screenReplay: Species = {
  name: 'screen replay',
  what: 'the recording of an answer to another challenge, shown on a screen before the camera',
  side: 'attack',
  ways: ANSWERED,
  async present(stage, way, random, n) {
    const { kinds, shown } = await replayed(stage, way, n);
    return present(stage, another(way, kinds, random), shown);
  },
};

const rightScreenReplay: Species = {
  name: 'screen replay of the right answer',
  what:
    'the same where the recording happens to answer the new challenge: ' +
    'only what a screen looks like is left to tell',
  side: 'open',
  ways: ANSWERED,
  async present(stage, way, _random, n) {
    const recorded = await replayed(stage, way, n);
    return present(stage, recorded, recorded.shown);
  },
};

interface Accepted {
  tenant: Tenant;
  answer: Drawn & { shots: Shot[] };
}

/** The number of replays of each accepted capture. */
const REPLAYS_OF_ONE = 3;
const HONEST_TRIES = 12;
/**
 * Variants of each frame: as many as there are replays of one capture, so that no two have the same bytes.
 */
const ENCODINGS = 3;

/** An accepted capture, and the organization that accepted it. It is replaced from time to time. */
function acceptedBefore() {
  const kept = new Map<string, { uses: number; accepted: Accepted }>();
  return async (stage: Stage, way: Way, n: number): Promise<Accepted> => {
    const known = kept.get(way.name);
    if (known && known.uses < REPLAYS_OF_ONE) {
      known.uses += 1;
      return known.accepted;
    }
    for (let i = 0; i < HONEST_TRIES; i++) {
      const tenant = await stage.lab.organization();
      const answer = await honest(stage, way, chanceOf('accepted before', way.name, n, i));
      const { end } = await present(stage, answer, answer.shots, { tenant });
      if (end !== 'approved') continue;
      kept.set(way.name, { uses: 1, accepted: { tenant, answer } });
      return { tenant, answer };
    }
    throw new Error('nothing to replay: no honest capture was accepted');
  };
}

function replay(
  name: string,
  what: string,
  how: { same_challenge: boolean; change(jpeg: Buffer, random: Random): Promise<Buffer> },
): Species {
  const accepted = acceptedBefore();
  return {
    name,
    what,
    side: 'attack',
    ways: ANSWERED,
    async present(stage, way, random, n) {
      const { tenant, answer } = await accepted(stage, way, n);
      const drawn = how.same_challenge ? answer : another(way, answer.kinds, random);
      const shots: Shot[] = [];
      for (const [i, { jpeg, t_ms }] of answer.shots.entries())
        shots.push({ t_ms, jpeg: await how.change(jpeg, chanceOf('encoded again', i, n % ENCODINGS)) });
      return present(stage, drawn, shots, { tenant });
    },
  };
}

/**
 * Another encoding, a small change of brightness, or a cropped edge. A person does not see the difference.
 */
async function reencoded(jpeg: Buffer, random: Random): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(jpeg).metadata();
  const edge = () => Math.floor(between(random, 0, 5));
  const [left, top] = [edge(), edge()];
  return sharp(jpeg)
    .extract({ left, top, width: width - left - edge(), height: height - top - edge() })
    .resize(width, height, { fit: 'fill' })
    .modulate({ brightness: between(random, 0.96, 1.04) })
    .jpeg({ quality: Math.round(between(random, 60, 92)) })
    .toBuffer();
}

export const replays: Species[] = [
  screenReplay,
  rightScreenReplay,
  replay('replayed upload', 'the frames of an accepted capture with a new nonce and a right hash chain', {
    same_challenge: false,
    change: async (jpeg) => jpeg,
  }),
  replay('replayed upload, encoded again', 'the same, each frame with another encoding, light and edge', {
    same_challenge: false,
    change: reencoded,
  }),
  replay(
    'replayed upload, encoded again, same challenge',
    'the same where chance asks for the same challenge again',
    {
      same_challenge: true,
      change: reencoded,
    },
  ),
];
