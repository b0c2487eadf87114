import sharp from 'sharp';
import type { Point } from '../../../apps/service/src/face/vision/networks/mesh.ts';
import type { Random } from '../../borders/random.ts';
import { driven } from '../images/driven.ts';
import { type Pose, posed } from '../images/head.ts';
import { type Rig, rigOf, warped } from '../images/mesh-warp.ts';
import { type Raster, withNoise } from '../images/raster.ts';
import { newSetup, recaptured } from '../images/recapture.ts';
import { type Face, meshOf, swapped } from '../images/swap.ts';
import { poseFor } from '../species/pose-for.ts';

/** What a forger has: a photograph of the victim, and the movement of a person who answers. */
export interface Basis {
  /** At the size of the pictures that are forged. */
  victim: Face;
  /** The landmarks of the answering person when they look ahead, at the same size. */
  neutral: readonly Point[];
  random: Random;
}

interface Moment {
  /** The answering person's picture; its landmarks only where the forger is driven by them, or in the clip. */
  seen: Face;
  /** The step that is answered; in the clip the last one. */
  kind: string;
  /** Milliseconds of the clip; null in a frame of a step. */
  clip_ms: number | null;
}

type Forge = (moment: Moment) => Face | Promise<Face>;

/** How an attacker makes pictures that answer a challenge. */
export interface Forger {
  name: string;
  what: string;
  /** The victim is another person than the one who answers. */
  driven: boolean;
  /** Left out where the pictures stay as they were filmed. */
  forge?(basis: Basis): Forge;
  /** What happens to a picture after a program tinted it. */
  shown?(random: Random): (image: Raster) => Promise<Raster>;
}

const stitched: Forger = {
  name: 'stitched',
  what: 'frames from anywhere in a recording of the victim, and a piece of it as the clip, sent through a driver',
  driven: false,
};

const replayed: Forger = {
  name: 'replayed right answer',
  what: 'the same, shown on a screen before the camera',
  driven: false,
  shown(random) {
    const setup = newSetup('screen', random);
    return (image) => {
      // The blur of a lens is one of the picture, whatever its number of pixels.
      const blur = Math.max(0.3, (setup.blur * image.width) / 640);
      return recaptured(image, { ...setup, blur }, random);
    };
  },
};

/** Noise of a sensor, in a picture at the camera's size and in one of the clip, where it is averaged. */
const noisy = (image: Raster, random: Random): Raster =>
  withNoise(image, image.width > 200 ? 1.2 : 0.5, random);

const puppet: Forger = {
  name: 'mesh puppet',
  what: 'a photograph of the victim on a mesh, which another person’s face moves',
  driven: true,
  forge({ victim, neutral, random }) {
    const rig = rigOf(victim.image, victim.points);
    return ({ seen }) => drawn(rig, driven(rig, neutral, seen.points), random);
  },
};

const swap: Forger = {
  name: 'triangulated swap',
  what: 'the face of a photograph of the victim, laid over another person’s face triangle by triangle',
  driven: true,
  forge({ victim, random }) {
    const triangles = meshOf(victim);
    return async ({ seen }) => ({
      image: noisy(await swapped(seen, victim, triangles), random),
      points: seen.points,
    });
  },
};

const SWAY_MS = 1_900;

const rendered: Forger = {
  name: 'rendered head',
  what: 'a photograph of the victim on a mesh that a program turns, moves and deforms as asked',
  driven: false,
  forge({ victim, random }) {
    const rig = rigOf(victim.image, victim.points);
    let pose: Pose = {};
    return ({ kind, clip_ms }) => {
      if (clip_ms === null) pose = poseFor(kind, random);
      const phase = (2 * Math.PI * (clip_ms ?? 0)) / SWAY_MS;
      const sway = {
        yaw: (pose.yaw ?? 0) + Math.sin(phase),
        dx: (pose.dx ?? 0) + 0.006 * Math.sin(0.7 * phase),
      };
      return drawn(rig, posed(rig, { ...pose, ...sway }), random);
    };
  },
};

const drawn = (rig: Rig, points: Point[], random: Random): Face => ({
  image: noisy(warped(rig, points), random),
  points: points.slice(0, rig.face),
});

export const FORGERS: readonly Forger[] = [stitched, replayed, puppet, swap, rendered];

/** The face at another size. */
export async function resized({ image, points }: Face, width: number): Promise<Face> {
  const scale = width / image.width;
  const height = Math.round(image.height * scale);
  const data = await sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { image: { data, width, height }, points: pointsAt(points, scale) };
}

export const pointsAt = (points: readonly Point[], scale: number): Point[] =>
  points.map(([x, y, z]) => [x * scale, y * scale, z * scale]);
