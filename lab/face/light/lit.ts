import { around, type Point } from '../../../apps/service/src/face/vision/networks/mesh.ts';
import type { Light } from '../../../apps/service/src/face/vision/vision.ts';
import type { Random } from '../../borders/random.ts';
import type { Raster } from '../images/raster.ts';
import { type Triangle, triangulate } from '../images/triangles.ts';

/**
 * The model of a screen's light on a person. No person with a lit face was at hand, so the lab adds the light
 * to recordings: skin reflects the screen's light in proportion to the angle at which it faces it (Lambert),
 * on top of the light of the room that the recording shows. What lies behind is further away and gets less.
 * The camera mixes neighbouring colours, balances white slowly against what it sees, and has eight bits.
 */
export interface Scene {
  /** The screen's light on the face, all white, as a share of the room's. 0.21 at 100 lux, 0.08 at 250. */
  modulation: number;
  /** Screen to face, and screen to background, in metres. */
  near_m: number;
  far_m: number;
  /** Share of each channel that the sensor sees in the other two. */
  crosstalk: number;
  /** Share of a tint of the whole picture that white balance removes, after a second. */
  balance: number;
  /** Milliseconds from the page's call to the picture: the screen's delay and the camera's. */
  lag_ms: number;
}

/** Lux on the face from a phone at 30 cm whose white has 300 cd/m². */
const SCREEN_LUX = 21;

/** A scene of a person who holds a phone in a room of this brightness. */
export const sceneAt = (lux: number, random: Random): Scene => ({
  modulation: SCREEN_LUX / lux,
  near_m: 0.26 + 0.1 * random.uniform(),
  far_m: 0.9 + 1.6 * random.uniform(),
  crosstalk: 0.05 + 0.1 * random.uniform(),
  balance: 0.5 * random.uniform(),
  lag_ms: 40 + 110 * random.uniform(),
});

/** For each pixel how much of the screen's light it gets, 0 to 1. */
export type Reach = Float32Array;

/** Neck and shoulders lie further back than the face, and look upwards. */
const BODY = 0.35;

/** How light from the screen reaches each place of the picture. `triangles`: of the face's mesh. */
export function reachOf(
  { width, height }: Raster,
  points: readonly Point[],
  triangles: readonly Triangle[],
  { near_m, far_m }: Pick<Scene, 'near_m' | 'far_m'>,
): Reach {
  const { x: cx, y: cy, side } = around(points);
  const behind = (near_m / far_m) ** 2;
  const reach = new Float32Array(width * height).fill(behind);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [(x + 0.5 - cx) / side, (y + 0.5 - cy) / side];
      // Hair and ears, then neck and shoulders, which widen downwards.
      const head = (u / 0.55) ** 2 + ((v + 0.1) / 0.68) ** 2 <= 1;
      const body = v > 0.4 && Math.abs(u) < 0.3 + 1.6 * (v - 0.4);
      if (head || body) reach[y * width + x] = BODY;
    }
  for (const corners of triangles)
    shade(
      reach,
      width,
      height,
      corners.map((i) => points[i]!),
    );
  return reach;
}

function shade(reach: Reach, width: number, height: number, corners: Point[]): void {
  const [a, b, c] = corners as [Point, Point, Point];
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (Math.abs(area) < 1e-6) return;
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const;
  const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const;
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
  const facing = Math.abs(normal[2]) / Math.hypot(...normal);
  const span = (k: 0 | 1, most: number) =>
    [
      Math.max(0, Math.floor(Math.min(a[k], b[k], c[k]))),
      Math.min(most - 1, Math.ceil(Math.max(a[k], b[k], c[k]))),
    ] as const;
  const [left, right] = span(0, width);
  const [top, bottom] = span(1, height);
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const w1 = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area;
      const w2 = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area;
      if (w1 >= -0.01 && w2 >= -0.01 && w1 + w2 <= 1.01) reach[y * width + x] = facing;
    }
}

export const meshOf = (points: readonly Point[]): Triangle[] =>
  triangulate(points.map(([x, y]) => [x, y] as const));

const toLinear = (value: number): number =>
  value <= 10.31 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
const LINEAR = Float64Array.from({ length: 256 }, (_, value) => toLinear(value));
const toByte = (light: number): number => {
  const share = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return share <= 0 ? 0 : share >= 1 ? 255 : Math.round(255 * share);
};
/** Every byte of `toByte` in 4,096 steps, with which a picture takes a thirtieth of the time. */
const BYTES = Uint8Array.from({ length: 4_097 }, (_, i) => toByte(i / 4_096));

/** White balance of the camera: the gains of the three channels, which follow what it sees. */
export class Balance {
  readonly #scene: Scene;
  #gains: [number, number, number] = [1, 1, 1];
  #at: number | null = null;
  constructor(scene: Scene) {
    this.#scene = scene;
  }
  /** The gains at a moment at which the whole picture has this tint. */
  gainsAt(t_ms: number, tint: Light): readonly number[] {
    const share = this.#at === null ? 0 : 1 - Math.exp(-(t_ms - this.#at) / 1_000);
    this.#at = t_ms;
    const mean = (tint[0] + tint[1] + tint[2]) / 3;
    this.#gains = this.#gains.map(
      (gain, k) => gain + share * (1 + this.#scene.balance * (mean / tint[k]! - 1) - gain),
    ) as [number, number, number];
    return this.#gains;
  }
}

/** The picture with the screen's light added. `light`: the screen's, in linear red, green and blue. */
export function lit(
  image: Raster,
  reach: Reach,
  light: Light,
  { modulation, crosstalk }: Scene,
  gainsFor: (tint: Light) => readonly number[],
): Raster {
  const mixed = light.map((_, k) =>
    light.reduce((sum, value, j) => sum + value * (j === k ? 1 - 2 * crosstalk : crosstalk), 0),
  );
  const share = reach.reduce((sum, each) => sum + each, 0) / reach.length;
  const gains = gainsFor(mixed.map((value) => 1 + modulation * share * value) as [number, number, number]);
  const data = new Uint8Array(image.data.length);
  // Exposure keeps the face as bright as it was: the colours have nearly the same luminance.
  const exposure = 1 / (1 + 0.5 * modulation);
  for (let i = 0, at = 0; i < reach.length; i++)
    for (let k = 0; k < 3; k++, at++) {
      const added = 1 + modulation * reach[i]! * mixed[k]!;
      const value = LINEAR[image.data[at]!]! * added * exposure * gains[k]!;
      data[at] = BYTES[Math.min(4_096, Math.round(4_096 * value))]!;
    }
  return { ...image, data };
}
