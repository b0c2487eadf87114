import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { ShownColour } from '../../../apps/service/src/face/challenge/light.ts';
import { type Models, openModels } from '../../../apps/service/src/face/vision/networks/models.ts';
import { locatePack } from '../../../apps/service/src/face/vision/packs/packs.ts';
import type { Random } from '../../borders/random.ts';
import type { Filmed, Shot } from '../capture.ts';
import { chanceOf } from '../chance.ts';
import { landmarks } from '../images/landmarks.ts';
import { type Raster, toJpeg, toRaster, withNoise } from '../images/raster.ts';
import type { Face } from '../images/swap.ts';
import type { Outcome } from '../outcome.ts';
import { type FaceLab, openFaceLab } from '../service.ts';
import { present } from '../stage.ts';
import { type Basis, FORGERS, type Forger, pointsAt, resized } from './forgers.ts';
import { sceneAt } from './lit.ts';
import { litPeople, type Recorded, stepFrames } from './people.ts';
import { drawnBy, jpegOf, type Kind, litPictures, timesOf } from './presentations.ts';
import { type Take, takeOf } from './takes.ts';
import type { Traced } from './traced.ts';

/** One presentation of one kind, by the recording of one person. */
export interface Tried {
  person: string;
  kind: string;
  variant: string;
  lux: number;
  /** Whether its frames show what the challenge asked for. */
  answers: boolean;
  outcome: Outcome;
}

export interface Variant extends Pick<Kind, 'name' | 'reach'> {
  /** The light is that of an earlier draw; its pictures are cut and sorted by the colours of this one. */
  sorted?: true;
}

export const PERSON: Variant = { name: 'light of the room’s screen', reach: 'head' };
/** What a forger's program does about the light: nothing, or it tints what it shows. */
export const VARIANTS: readonly Variant[] = [
  { name: 'shows no colour', reach: null },
  { name: 'tints the whole picture', reach: 'picture' },
  { name: 'lays the colour over the face', reach: 'face' },
  { name: 'multiplies the face by the colour', reach: 'multiplied' },
  { name: 'shades the face by a lamp at the screen’s place', reach: 'lamp' },
  { name: 'cuts an earlier lit clip and sorts it by the colours', reach: 'head', sorted: true },
];
export const ROOMS = [100, 200, 250] as const;
/** Of a tint: the room in which a screen's light is strongest, because a program may choose. */
const TINTED_LUX = ROOMS[0];

/** An answer whose pictures are ready, but for the light. */
export interface Ready {
  take: Take;
  shots: Shot[];
  pictures: readonly Traced[];
  shown?: (image: Raster) => Promise<Raster>;
}

interface Setting {
  lab: FaceLab;
  models: Models;
  people: readonly Recorded[];
}

export const honest = (take: Take): Ready => ({ take, shots: take.shots, pictures: take.pictures });

async function faceIn(file: Buffer): Promise<Face> {
  const image = await toRaster(file);
  const points = await (await landmarks())(image);
  if (!points) throw new Error('no face in a picture in which the service found one');
  return { image, points };
}

/** A photograph of a person who looks ahead, or what the recording has. */
function photographOf(clip: Recorded): Promise<Buffer> {
  const ahead = clip.events.find(({ step }) => step === 'front');
  const frames = stepFrames(clip);
  const middle = ahead ? (ahead.start_ms + ahead.end_ms) / 2 : 0;
  const frame = frames.toSorted((a, b) => Math.abs(a.t_ms - middle) - Math.abs(b.t_ms - middle))[0]!;
  return readFile(frame.file);
}

export async function forged(forger: Forger, take: Take, victim: Recorded, random: Random): Promise<Ready> {
  const shown = forger.shown?.(random);
  const after = async (image: Raster) => toJpeg(shown ? await shown(image) : image);
  if (!forger.forge) {
    const shots = shown
      ? await Promise.all(
          take.shots.map(async ({ jpeg, t_ms }) => ({ t_ms, jpeg: await after(await toRaster(jpeg)) })),
        )
      : take.shots;
    return { take, shots, pictures: take.pictures, ...(shown && { shown }) };
  }
  const photograph = await faceIn(await photographOf(victim));
  const seen = await Promise.all(
    take.shots.map(async ({ jpeg }) =>
      forger.driven ? faceIn(jpeg) : { image: await toRaster(jpeg), points: [] },
    ),
  );
  const { width } = seen[0]!.image;
  const small = take.pictures[0]!.picture.width;
  const neutral = seen[0]!.points;
  const large = forger.forge({ victim: await resized(photograph, width), neutral, random });
  const shots: Shot[] = [];
  for (const [i, { t_ms }] of take.shots.entries()) {
    const face = await large({ seen: seen[i]!, kind: take.drawn.kinds[i]!, clip_ms: null });
    shots.push({ t_ms, jpeg: await after(face.image) });
  }
  return { take, shots, pictures: await forgedClip(forger, take, {
    victim: await resized(photograph, small),
    neutral: pointsAt(neutral, small / width),
    random,
  }) };
}

async function forgedClip(forger: Forger, take: Take, basis: Basis): Promise<Traced[]> {
  const forge = forger.forge!(basis);
  const kind = take.drawn.kinds.at(-1)!;
  const pictures: Traced[] = [];
  for (const { t_ms, picture, points } of take.pictures) {
    const face = await forge({ seen: { image: picture, points }, kind, clip_ms: t_ms });
    pictures.push({ t_ms, picture: face.image, points: face.points });
  }
  return pictures;
}

/** The pictures of an answer with the light that this variant puts into them. */
export function filmedBy(
  { take, pictures }: Ready,
  { reach, sorted }: Variant,
  drawn: readonly ShownColour[],
  { lux, random }: { lux: number; random: Random },
): Raster[] {
  const scene = sceneAt(lux, random);
  const timed = { scene, before_ms: take.before_ms };
  if (!sorted) return litPictures(pictures, { reach }, drawn, timed);
  const before = drawnBy(random);
  const earlier = litPictures(pictures, { reach }, before, timed);
  return pictures.map(({ t_ms }) => {
    const from_ms = sourceOf(t_ms - scene.lag_ms, { drawn, before, times: timesOf(take) }) + scene.lag_ms;
    const nearest = pictures.toSorted((a, b) => Math.abs(a.t_ms - from_ms) - Math.abs(b.t_ms - from_ms))[0]!;
    return earlier[pictures.indexOf(nearest)]!;
  });
}

interface Orders {
  drawn: readonly ShownColour[];
  before: readonly ShownColour[];
  times: readonly number[];
}

/** The moment at which an earlier clip shows the colour that belongs to a moment of this one. */
function sourceOf(t_ms: number, { drawn, before, times }: Orders): number {
  const slot = times.findLastIndex((time) => time <= t_ms);
  const colour = drawn[slot]?.colour;
  const source = before.findIndex((each) => each.colour === colour);
  return source < 0 ? t_ms : t_ms - times[slot]! + times[source]!;
}

/** Sends an answer, with the light that this variant puts into its clip. */
async function sent(lab: FaceLab, ready: Ready, variant: Variant, lit: { lux: number; random: Random }) {
  const { take, shots, pictures, shown } = ready;
  return present({ lab, clips: [] }, take.drawn, shots, {
    async film({ challenge }): Promise<Filmed> {
      const last_ms = shots.at(-1)!.t_ms;
      const filmed: Shot[] = [];
      const images = filmedBy(ready, variant, challenge.parameters.light as ShownColour[], lit);
      // Two pictures of one moment get another encoding, because equal ones are refused.
      for (const [i, image] of images.entries()) {
        const again = images.indexOf(image) < i;
        const whole = shown ? await shown(image) : again ? withNoise(image, 0.7, lit.random) : image;
        filmed.push({ jpeg: await jpegOf(whole), t_ms: last_ms + pictures[i]!.t_ms });
      }
      return { pictures: filmed, light: timesOf(take).map((t_ms) => last_ms + t_ms) };
    },
  });
}

export interface ThroughOptions {
  clips?: string;
  quick?: boolean;
  workers?: number;
  only?: string;
  say?: (line: string) => void;
}

/** In the quick run each person is in one room, and each forger of a person has one program. */
const taken = <T>(all: readonly T[], quick: boolean | undefined, place: number): readonly T[] =>
  quick ? [all[place % all.length]!] : all;

/** Sends people and forgers, each with the light that its program makes, through a whole service. */
export async function runThrough(options: ThroughOptions): Promise<Tried[]> {
  const lab = await openFaceLab({ workers: options.workers ?? 2 });
  lab.vision.remember = true;
  try {
    const models = await openModels(locatePack('accurate', tmpdir()));
    const people = await litPeople(options.clips, lab.vision);
    const tried: Tried[] = [];
    for (const place of people.keys()) tried.push(...(await ofPerson({ lab, models, people }, place, options)));
    return tried;
  } finally {
    await lab.close();
  }
}

export async function ofPerson({ lab, models, people }: Setting, place: number, options: ThroughOptions): Promise<Tried[]> {
  const clip = people[place]!;
  const tried: Tried[] = [];
  const tell = (one: Tried) => {
    tried.push(one);
    const { kind, variant, lux, outcome } = one;
    options.say?.(`${clip.person}, ${kind}, ${variant}, ${lux}: ${outcome.end} ${reasonsOf(outcome)}`);
  };
  const only = (name: string) => !options.only || name.includes(options.only);
  const take = await takeOf(models, clip, chanceOf('take', clip.person));
  const about = { person: clip.person, answers: take.answers };
  for (const lux of only('honest') ? taken(ROOMS, options.quick, place) : []) {
    const outcome = await sent(lab, honest(take), PERSON, { lux, random: chanceOf('lit', clip.person, lux) });
    tell({ ...about, kind: 'honest', variant: PERSON.name, lux, outcome });
  }
  for (const [i, forger] of FORGERS.entries()) {
    if (!only(forger.name)) continue;
    const victim = people[(place + Number(forger.driven)) % people.length]!;
    const random = chanceOf(forger.name, clip.person);
    const ready = await forged(forger, take, victim, random);
    const variants = VARIANTS.filter(({ sorted }) => !sorted || !forger.forge);
    for (const variant of taken(variants, options.quick, place + i)) {
      const outcome = await sent(lab, ready, variant, { lux: TINTED_LUX, random: chanceOf('forged', forger.name, clip.person) });
      tell({ ...about, kind: forger.name, variant: variant.name, lux: TINTED_LUX, outcome });
    }
  }
  return tried;
}

/** What each check that did not pass found. */
export const reasonsOf = ({ by, checks }: Outcome): string =>
  Object.keys(checks).length === 0
    ? by.join(' ')
    : Object.entries(checks)
        .filter(([, { outcome }]) => outcome === 'fail' || outcome === 'suspected')
        .map(([name, { outcome, reasons }]) => `${name} ${outcome} (${reasons.join(' ')})`)
        .join(', ');
