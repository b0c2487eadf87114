import sharp from 'sharp';
import type { Random } from '../../borders/random.ts';
import { mapped, type Raster, remapped, withNoise } from './raster.ts';

/** The medium that showed the picture to the camera. */
type Surface = 'print' | 'screen';

/** How the medium is held. It stays the same throughout one presentation, except for a hand's tremor. */
interface Setup {
  surface: Surface;
  /** Corners of the picture, moved by shares of its sides (perspective). */
  corners: readonly (readonly [number, number])[];
  /** Interference of two grids: its strength in luma levels, and its number of waves over the picture. */
  moire: { strength: number; fx: number; fy: number };
  glare: { strength: number; x: number; y: number; rx: number; ry: number };
  contrast: number;
  lift: number;
  cast: readonly [number, number, number];
  blur: number;
}

const between = (random: Random, from: number, to: number): number => from + (to - from) * random.uniform();

export function newSetup(surface: Surface, random: Random): Setup {
  const tilt = 0.05;
  return {
    surface,
    corners: Array.from({ length: 4 }, () => [between(random, -tilt, tilt), between(random, -tilt, tilt)]),
    moire: {
      strength: surface === 'screen' ? between(random, 4, 14) : between(random, 0, 3),
      fx: between(random, 12, 70),
      fy: between(random, -40, 40),
    },
    glare: {
      strength: between(random, 0, surface === 'screen' ? 90 : 60),
      x: random.uniform(),
      y: random.uniform(),
      rx: between(random, 0.1, 0.4),
      ry: between(random, 0.1, 0.4),
    },
    contrast: surface === 'screen' ? between(random, 0.75, 0.95) : between(random, 0.55, 0.8),
    lift: between(random, 8, 30),
    cast:
      surface === 'screen'
        ? [between(random, 0.92, 1), 1, between(random, 1, 1.1)]
        : [between(random, 1, 1.08), between(random, 0.97, 1.02), between(random, 0.85, 0.97)],
    blur: between(random, 0.4, 1.1),
  };
}

/**
 * A picture that was printed or shown on a screen and held before a camera: it gets perspective,
 * interference and glare, and loses contrast and sharpness.
 */
export async function recaptured(image: Raster, setup: Setup, random: Random): Promise<Raster> {
  const { width, height } = image;
  const shake = () => 0.004 * random.normal();
  const held = setup.corners.map(([x, y]) => [x + shake(), y + shake()] as const);
  const seen = remapped(image, quadrilateral(held, width, height));
  const phase = 2 * Math.PI * random.uniform();
  const { moire, glare, contrast, lift, cast } = setup;
  const lit = mapped(seen, (value, channel, x, y) => {
    const [u, v] = [x / width, y / height];
    const wave = Math.sin(2 * Math.PI * (moire.fx * u + moire.fy * v) + phase + channel * 0.9);
    const shine =
      glare.strength * Math.exp(-(((u - glare.x) / glare.rx) ** 2) - ((v - glare.y) / glare.ry) ** 2);
    return (value * contrast + lift + moire.strength * wave) * cast[channel]! + shine;
  });
  const soft = await sharp(lit.data, { raw: { width, height, channels: 3 } })
    .blur(setup.blur)
    .raw()
    .toBuffer();
  return withNoise({ data: soft, width, height }, 2, random);
}

/** Moves the picture's corners, and everything between them in proportion. */
function quadrilateral(corners: readonly (readonly [number, number])[], width: number, height: number) {
  return (x: number, y: number): [number, number] => {
    const [u, v] = [x / width, y / height];
    const weights = [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v];
    let [dx, dy] = [0, 0];
    for (const [i, weight] of weights.entries()) {
      dx += weight * corners[i]![0];
      dy += weight * corners[i]![1];
    }
    return [x + dx * width, y + dy * height];
  };
}
