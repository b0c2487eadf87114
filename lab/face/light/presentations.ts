import { COLOURS, drawLight, type ShownColour } from '../../../apps/service/src/face/challenge/light.ts';
import type { ClipFacts } from '../../../apps/service/src/face/decision/facts.ts';
import { lightOf } from '../../../apps/service/src/face/decision/light/seen.ts';
import { lookAtClip } from '../../../apps/service/src/face/vision/clip/look-at-clip.ts';
import type { Models } from '../../../apps/service/src/face/vision/networks/models.ts';
import type { Light } from '../../../apps/service/src/face/vision/vision.ts';
import type { Random } from '../../borders/random.ts';
import { type Raster, toJpeg } from '../images/raster.ts';
import { Balance, lit, meshOf, type Reach, reachOf, type Scene } from './lit.ts';
import type { Traced } from './traced.ts';

/** How light gets into the pictures. */
export interface Kind {
  name: string;
  what: string;
  /**
   * Where the light falls. `head`: as on a head. The others are a program's doing; `lamp` shades the face by a
   * lamp at the screen's place. Null: there is none.
   */
  reach: 'head' | 'lamp' | 'face' | 'picture' | 'multiplied' | null;
  /** Only the named rooms, in lux; every one by default. */
  rooms?: readonly number[];
}

/** What a light-driven attack can be, from a program that does not react to one that knows about heads. */
export const KINDS: readonly Kind[] = [
  { name: 'a person', what: 'light of the drawn colours on the head (the model)', reach: 'head' },
  {
    name: 'no reaction',
    what: 'a stitched, replayed, driven, swapped or rendered face whose program does not react to the screen',
    reach: null,
    rooms: [100],
  },
  { name: 'tints the picture', what: 'a program that tints the whole picture', reach: 'picture' },
  { name: 'tints the face', what: 'a program that multiplies the face by the colour', reach: 'multiplied' },
  {
    name: 'a layer of colour',
    what: 'a program that adds the same colour to all of the face',
    reach: 'face',
  },
  {
    name: 'a drawn lamp',
    what: 'a program that shades its own head by a lamp at the screen’s place, and nothing behind it',
    reach: 'lamp',
  },
];

export const drawnBy = (random: Random): ShownColour[] => drawLight((n) => Math.floor(random.uniform() * n));

/** White before the colours, so that the first one is a change too. */
const BEFORE_MS = 400;
const TOTAL_MS = COLOURS.length * 350;
/** When the first colour comes after the first picture, where that is not the usual moment. */
export interface Timed {
  before_ms?: number;
}
/** When each colour begins after the first picture, and when the last one ends. */
export const timesOf = ({ before_ms = BEFORE_MS }: Timed = {}): number[] =>
  Array.from({ length: COLOURS.length + 1 }, (_, i) => before_ms + 350 * i);
/** The light of a presentation, and white after it. */
export const NEEDED_MS = BEFORE_MS + TOTAL_MS + 400;
/** The page fades from one colour to the next. */
const FADE_MS = 80;

/** The screen's light so many milliseconds after the first colour. */
function screenAt(drawn: readonly ShownColour[], after_ms: number): Light {
  const at = (place: number): Light => {
    const colour = drawn[place]?.colour;
    return colour ? lightOf(colour) : [1, 1, 1];
  };
  const place = Math.floor(after_ms / 350);
  const share = Math.min(1, (after_ms - 350 * place) / FADE_MS);
  const [from, to] = [at(place - 1), at(place)];
  return [0, 1, 2].map((k) => from[k]! + share * (to[k]! - from[k]!)) as [number, number, number];
}

/** The least of the head's reach is that of the background, which the program leaves as it is. */
function onlyPerson(head: Reach): Reach {
  const behind = head[0]!;
  return head.map((reach) => (reach === behind ? 0 : reach));
}

/** How a program that does not know about heads distributes its colour. */
function reachFor(kind: Kind['reach'], { picture, points }: Traced, head: Reach): Reach {
  if (kind === 'head') return head;
  if (kind === 'lamp') return onlyPerson(head);
  if (kind === 'picture') return head.map(() => 0.7);
  // A colour on everything that is skin, and nothing behind.
  const inside = reachOf(picture, points, [], { near_m: 0, far_m: 1 });
  return inside.map((reach) => (reach > 0 ? 0.7 : 0));
}

/** Adds the colour itself, in the amount of an average skin, instead of a share of what is there. */
function layered(image: Raster, reach: Reach, light: Light, { modulation }: Scene): Raster {
  const data = Uint8Array.from(image.data);
  const SKIN = 0.25;
  for (let i = 0, at = 0; i < reach.length; i++)
    for (let k = 0; k < 3; k++, at++) {
      const now = (image.data[at]! / 255) ** 2.2 + SKIN * modulation * reach[i]! * light[k]!;
      data[at] = Math.min(255, Math.round(255 * now ** (1 / 2.2)));
    }
  return { ...image, data };
}

/** The pictures with the light of a presentation in them, whose first colour comes after `before_ms`. */
export function litPictures(
  pictures: readonly Traced[],
  { reach: where }: Pick<Kind, 'reach'>,
  drawn: readonly ShownColour[],
  { scene, before_ms = BEFORE_MS }: Timed & { scene: Scene },
): Raster[] {
  const mesh = meshOf(pictures[0]!.points);
  const balance = new Balance(scene);
  let [before, reach]: [Traced['points'] | null, Reach | null] = [null, null];
  return pictures.map((one) => {
    if (one.points !== before || !reach) {
      reach = where && reachFor(where, one, reachOf(one.picture, one.points, mesh, scene));
      before = one.points;
    }
    if (!reach) return one.picture;
    const light = screenAt(drawn, one.t_ms - scene.lag_ms - before_ms);
    if (where === 'face') return layered(one.picture, reach, light, scene);
    const gains = (tint: Light) => (where === 'head' ? balance.gainsAt(one.t_ms, tint) : [1, 1, 1]);
    return lit(one.picture, reach, light, scene, gains);
  });
}

/** The facts of the clip of one presentation, as the service measures them. */
export async function clipOf(
  models: Models,
  pictures: readonly Traced[],
  kind: Kind,
  drawn: readonly ShownColour[],
  scene: Scene,
): Promise<ClipFacts> {
  const sent = await Promise.all(litPictures(pictures, kind, drawn, { scene }).map(jpegOf));
  const { pictures: seen, facing } = await lookAtClip(models, sent);
  return {
    pictures: seen!.map((picture, i) => ({ ...picture, t_ms: pictures[i]!.t_ms, sha256: '' })),
    readable: true,
    facing,
    light: timesOf(),
    same_person: 1,
  };
}

/** The picture as the page encodes it. */
export const jpegOf = (picture: Raster): Promise<Buffer> => toJpeg(picture, 80);
