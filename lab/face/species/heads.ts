import type { Point } from '../../../apps/service/src/face/vision/networks/mesh.ts';
import type { Random } from '../../borders/random.ts';
import { chanceOf } from '../chance.ts';
import { driven } from '../images/driven.ts';
import { posed } from '../images/head.ts';
import { landmarks } from '../images/landmarks.ts';
import { type Rig, rigOf, warped } from '../images/mesh-warp.ts';
import { toJpeg, toRaster, withNoise } from '../images/raster.ts';
import { drawChallenge, honest, paced, present, type Stage } from '../stage.ts';
import { WAYS } from '../ways.ts';
import { poseFor } from './pose-for.ts';
import { madeOnce, occurrences, picturesOf, type Species, someStill } from './species.ts';

async function someRig(stage: Stage, random: Random, not?: string): Promise<Rig> {
  const find = await landmarks();
  for (let i = 0; i < 20; i++) {
    const { clip, image } = await someStill(stage, random);
    const points = clip.person === not ? null : await find(image);
    if (points) return rigOf(image, points);
  }
  throw new Error('no face in the stills of these clips');
}

const HEADS = 12;

const renderedHead: Species = {
  name: 'rendered 3-D head',
  what: 'a mesh of 468 points with the skin of one photograph, turned, moved and deformed as the challenge asks',
  side: 'open',
  ways: [WAYS.motion, WAYS.expressions, WAYS.near_and_smile],
  async present(stage, way, random, n) {
    const drawn = drawChallenge(way, random);
    const times = occurrences(drawn.kinds);
    const set = n % HEADS;
    const rig = await madeOnce(stage, `rig ${set}`, () => someRig(stage, picturesOf('head', n, HEADS)));
    const frames = drawn.kinds.map((kind, i) =>
      madeOnce(stage, `head ${set} ${kind} ${times[i]}`, () => {
        const chance = chanceOf('head', set, kind, times[i]!);
        return toJpeg(withNoise(warped(rig, posed(rig, poseFor(kind, chance))), 1.2, chance));
      }),
    );
    return present(stage, drawn, paced(await Promise.all(frames), random));
  },
};

const puppet: Species = {
  name: 'puppeteering',
  what: 'another person answers, and their face’s motion moves the photograph of the victim, frame by frame',
  side: 'open',
  ways: [WAYS.expressions, WAYS.near_and_smile],
  async present(stage, way, random) {
    const { shots, clip, ...drawn } = await honest(stage, way, random);
    const rig = await someRig(stage, random, clip.person);
    const find = await landmarks();
    const seen: (readonly Point[] | null)[] = [];
    for (const { jpeg } of shots) seen.push(await find(await toRaster(jpeg)));
    const neutral = seen[0];
    if (!neutral) throw new Error(`no face in the first frame of ${clip.name}`);
    const frames = await Promise.all(
      shots.map(async ({ t_ms }, i) => ({
        t_ms,
        jpeg: await toJpeg(withNoise(warped(rig, driven(rig, neutral, seen[i] ?? neutral)), 1.2, random)),
      })),
    );
    return present(stage, drawn, frames);
  },
};

export const heads: Species[] = [renderedHead, puppet];
