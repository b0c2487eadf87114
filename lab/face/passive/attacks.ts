import type { Random } from '../../borders/random.ts';
import { posed } from '../images/head.ts';
import { landmarks } from '../images/landmarks.ts';
import { rigOf, warped } from '../images/mesh-warp.ts';
import { toJpeg, toRaster, withNoise } from '../images/raster.ts';
import { newSetup, recaptured } from '../images/recapture.ts';

/** Makes an attacker's pictures from a recording of the victim; null where no face was found in it. */
type Attack = (victim: readonly Buffer[], random: Random) => Promise<Buffer[] | null>;

const shownOn =
  (surface: 'print' | 'screen', moving: boolean): Attack =>
  async (victim, random) => {
    const setup = newSetup(surface, random);
    const shown: Buffer[] = [];
    for (const picture of victim)
      shown.push(
        await toJpeg(await recaptured(await toRaster(moving ? picture : victim[0]!), setup, random)),
      );
    return shown;
  };

/** The kinds of attack that need nothing but pictures of the victim. */
export const ATTACKS: Record<string, Attack> = {
  'looped still': async (victim, random) => {
    const image = await toRaster(victim[0]!);
    return Promise.all(victim.map(() => toJpeg(withNoise(image, 1.5, random), 85)));
  },
  'printed still': shownOn('print', false),
  'still on a screen': shownOn('screen', false),
  'recording on a screen': shownOn('screen', true),
  'rendered 3-D head': async (victim, random) => {
    const image = await toRaster(victim[0]!);
    const points = await (await landmarks())(image);
    if (!points) return null;
    const rig = rigOf(image, points);
    const sway = (most: number) => most * (2 * random.uniform() - 1);
    return Promise.all(
      victim.map(() =>
        toJpeg(
          withNoise(warped(rig, posed(rig, { dx: sway(0.03), dy: sway(0.02), yaw: sway(4) })), 1.2, random),
        ),
      ),
    );
  },
};
