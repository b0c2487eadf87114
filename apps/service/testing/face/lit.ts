import { drawLight, type ShownColour } from '../../src/face/challenge/light.ts';
import type { ClipFacts, FaceFacts } from '../../src/face/decision/facts.ts';
import { lightOf } from '../../src/face/decision/light/seen.ts';
import { REGIONS } from '../../src/face/vision/clip/regions.ts';
import type { Light } from '../../src/face/vision/vision.ts';

/** How far each region of a head faces the camera. */
const FACING = [0.98, 0.55, 0.5, 0.82, 0.87, 0.84, 0.3, 0.25, 0.36, 0.32, 0.62];
const SKIN: Light = [0.34, 0.21, 0.15];
const WALL: Light = [0.22, 0.23, 0.24];

export interface LitBy {
  /** The colours that fall on the face; the drawn ones by default. */
  colours?: readonly ShownColour[];
  /** Share of the room's light that a white screen adds to skin that faces it. */
  strength?: number;
  lag_ms?: number;
  /** What falls on the background, as a share of what falls on the face. */
  behind?: number;
  /** `layer`: the same everywhere on the face, as a program lays a colour over a picture. */
  shape?: 'head' | 'layer';
  noise?: number;
  /** How much the picture changes where the colour does, as a multiple of the usual; 1 by default. */
  jumps?: number;
}

/** Repeatable noise, −1 to 1. */
const noiseAt = (i: number): number =>
  ((Math.sin(i * 12.9898) * 43_758.5453) % 1) * 2 - Math.sign(Math.sin(i));

/** The clip of a still person under these colours, 15 pictures a second, from 400 ms before the light. */
function clipOf(drawn: readonly ShownColour[], from_ms: number, lit: LitBy): ClipFacts {
  const {
    colours = drawn,
    strength = 0.1,
    lag_ms = 90,
    behind = 0.05,
    shape = 'head',
    noise = 0.002,
    jumps = 1,
  } = lit;
  const starts = drawn.map((_, i) => from_ms + drawn.slice(0, i).reduce((sum, { ms }) => sum + ms, 0));
  const end = starts.at(-1)! + drawn.at(-1)!.ms;
  const lightAt = (t_ms: number): Light => {
    const at = starts.findLastIndex((start) => start <= t_ms - lag_ms);
    return at < 0 || t_ms - lag_ms >= end ? [1, 1, 1] : lightOf(colours[at]!.colour);
  };
  const under = (own: Light, reach: number, t_ms: number, seed: number): Light => {
    const screen = lightAt(t_ms);
    const channel = (k: 0 | 1 | 2) =>
      own[k] * (1 + strength * reach * screen[k]) * (1 + noise * noiseAt(seed + 7 * k));
    return [channel(0), channel(1), channel(2)];
  };
  const changeAt = (t_ms: number, i: number) => {
    const isNew = [...starts, end].some((start) => start + lag_ms > t_ms - 66 && start + lag_ms <= t_ms);
    return 0.05 * (1 + 0.2 * noiseAt(i)) * (isNew ? jumps : 1);
  };
  const count = Math.ceil((end + 400 - (from_ms - 400)) / 66);
  return {
    readable: true,
    facing: FACING,
    light: [...starts, end],
    same_person: 0.72,
    pictures: Array.from({ length: count }, (_, i) => {
      const t_ms = from_ms - 400 + 66 * i;
      return {
        t_ms,
        sha256: i.toString(16).padStart(64, '0'),
        face: { x: 0.5, y: 0.45, side: 0.5 },
        regions: Object.keys(REGIONS).map((_, place) =>
          under(SKIN, shape === 'layer' ? 0.6 : FACING[place]!, t_ms, 100 * i + place),
        ),
        background: under(WALL, behind, t_ms, 100 * i + 50),
        change: i === 0 ? null : changeAt(t_ms, i),
      };
    }),
  };
}

/** A draw that is the same in every run. */
const drawn = (seed: number) => {
  let n = seed;
  return drawLight((most) => {
    n = (n * 31 + 7) % 997;
    return n % most;
  });
};

/** Adds light to a capture: the challenge that asks for it, and the clip that answers. */
export function withLight(facts: FaceFacts, lit: LitBy = {}, seed = 5): void {
  const light = drawn(seed);
  const from_ms = facts.frames.at(-1)!.t_ms + 300;
  facts.challenge.type = 'active_light';
  facts.challenge.parameters.light = light;
  facts.clip = clipOf(light, from_ms, lit);
  // The third picture is from the moment of the last frame.
  facts.clip.pictures[2]!.thumbnail = shrunk(facts.frames.at(-1)!.look.thumbnail);
}

export const otherColours = (seed = 11): ShownColour[] => drawn(seed);

/** A frame's thumbnail at the size that a clip's pictures have. */
function shrunk(thumbnail: string): string {
  const fine = Buffer.from(thumbnail, 'base64');
  const cells = Array.from({ length: 256 }, (_, i) => {
    const at = 2 * Math.floor(i / 16) * 32 + 2 * (i % 16);
    return (fine[at]! + fine[at + 1]! + fine[at + 32]! + fine[at + 33]!) / 4;
  });
  return Buffer.from(Uint8Array.from(cells, Math.round)).toString('base64');
}
