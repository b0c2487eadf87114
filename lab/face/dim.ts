import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faceProblem, QUALITY } from '../../apps/service/src/face/decision/checks/quality.ts';
import { judge } from '../../apps/service/src/face/decision/judge.ts';
import { type FaceWorld, gather } from '../../apps/service/src/face/runner/analyse.ts';
import type { Capture, Judged } from '../../apps/service/src/face/runner/runner.ts';
import { openVision } from '../../apps/service/src/face/vision/open.ts';
import type { Look, Vision } from '../../apps/service/src/face/vision/vision.ts';
import type { Random } from '../borders/random.ts';
import { writeSection } from '../document.ts';
import { chanceOf } from './chance.ts';
import { packagedClips } from './clips/clips.ts';
import { extractFrames } from './clips/extract.ts';
import { type Raster, toJpeg, toRaster } from './images/raster.ts';
import { remembering } from './remembering.ts';
import { rate } from './report.ts';

interface DimOptions {
  /** A folder of clips, one person each, beside those of the development dependency. */
  clips?: string;
  write?: boolean;
}

const CLIP = /\.(webm|mp4|mkv|mov)$/i;
const FPS = 5;
/** Pictures of each person, evenly spaced. */
const PICTURES = 6;
const AHEAD_DEGREES = 16;
const QUALITY_OF_JPEG = 85;

/** A webcam in a dim room: less light, and the noise of an amplified sensor, in luma levels. */
const LIGHTS = [
  { name: 'as filmed', gain: 1, sigma: 0 },
  { name: '× 0.45', gain: 0.45, sigma: 0 },
  { name: '× 0.45, noise 3', gain: 0.45, sigma: 3 },
  { name: '× 0.45, noise 7', gain: 0.45, sigma: 7 },
] as const;
type Light = (typeof LIGHTS)[number];

function dimmed({ data, width, height }: Raster, { gain, sigma }: Light, random: Random): Raster {
  const normal = () =>
    Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
  const out = Uint8Array.from(data, (value) =>
    Math.max(0, Math.min(255, Math.round(gain * value + sigma * normal()))),
  );
  return { data: out, width, height };
}

interface Person {
  name: string;
  pictures: readonly Buffer[];
}

/** People with the frames of their clips. */
async function peopleIn(folder: string | undefined): Promise<{ name: string; files: string[] }[]> {
  const own = (await packagedClips()).map(({ name, frames }) => ({ name, frames }));
  const names = folder ? readdirSync(folder).filter((name) => CLIP.test(name)) : [];
  const others = await Promise.all(
    names
      .sort()
      .map(async (name) => ({ name, frames: await extractFrames(join(folder!, name), { fps: FPS }) })),
  );
  return [...own, ...others].map(({ name, frames }) => ({ name, files: frames.map(({ file }) => file) }));
}

const isAhead = ({ face }: Look): boolean =>
  !!face &&
  Math.max(Math.abs(face.pose.yaw), Math.abs(face.pose.roll)) <= AHEAD_DEGREES &&
  faceProblem(face, 'front') === null;

/** Pictures in which a person looks ahead and that have no problem as filmed. */
async function picturesOf(
  vision: Vision,
  { name, files }: { name: string; files: string[] },
): Promise<Person> {
  const step = Math.max(1, Math.floor(files.length / (4 * PICTURES)));
  const some = files.filter((_, i) => i % step === 0).map((file) => readFileSync(file));
  const looks = await vision.look(some, { embedding: true, live: true });
  const ahead = some.filter((_, i) => isAhead(looks[i]!));
  const spread = Array.from({ length: Math.min(PICTURES, ahead.length) }, (_, i) =>
    Math.floor(((i + 0.5) * ahead.length) / Math.min(PICTURES, ahead.length)),
  );
  return { name, pictures: spread.map((i) => ahead[i]!) };
}

const WORLD: Omit<FaceWorld, 'vision'> = {
  workflow: async () => ({ name: 'Lab', liveness: { mode: 'passive' } }),
  match: async () => ({ skipped: 'not_asked' }),
  replays: async () => [],
  duplicates: async () => ({ skipped: 'not_asked' }),
  prepare: () => {},
  failed: () => {},
};
const STEP = { id: 's0', kind: 'front', window_ms: 8_000, hold_ms: 500, min: 0 };

/** What the engine finds in these looks of a person who only looks ahead. */
async function judged(vision: Vision, looks: readonly Look[]): Promise<Judged> {
  const capture = {
    challenge: { type: 'passive', steps: [STEP], parameters: {} },
    manifest: { frames: looks.map((_, i) => ({ sha256: '', t_ms: 1_000 + 1_500 * i, step: 's0' })) },
    elapsed_ms: 20_000,
  } as unknown as Capture;
  const { facts } = await gather({ ...WORLD, vision }, capture, looks);
  return judge(facts);
}

interface Found {
  light: string;
  people: number;
  pictures: number;
  /** Pictures for which the page asks for more light. */
  hinted: number;
  /** People whose passive score is below the threshold; of them, those with a quality complaint. */
  below: number;
  explained: number;
  /** The same without the rule about noise. */
  explained_before: number;
  complaints: number;
}

const asksForLight = ({ face }: Look): boolean =>
  !!face && (face.grain > QUALITY.grain || faceProblem(face, 'front') === 'too_dark');

async function underLight(vision: Vision, people: readonly Person[], light: Light): Promise<Found> {
  const found: Found = {
    light: light.name,
    people: 0,
    pictures: 0,
    hinted: 0,
    below: 0,
    explained: 0,
    explained_before: 0,
    complaints: 0,
  };
  for (const { name, pictures } of people) {
    const shown = await Promise.all(
      pictures.map(async (jpeg, i) =>
        light.gain === 1
          ? jpeg
          : toJpeg(
              dimmed(await toRaster(jpeg), light, chanceOf('dim', name, light.name, i)),
              QUALITY_OF_JPEG,
            ),
      ),
    );
    const looks = await vision.look(shown, { embedding: true, live: true });
    const { quality, checks } = await judged(vision, looks);
    const { score, threshold } = checks.liveness!;
    found.people++;
    found.pictures += looks.length;
    found.hinted += looks.filter(asksForLight).length;
    found.complaints += Number(quality.length > 0);
    if (score === null || score >= threshold!) continue;
    found.below++;
    found.explained += Number(quality.length > 0);
    found.explained_before += Number(quality.some((code) => code !== 'grainy'));
  }
  return found;
}

const report = (all: readonly Found[]): string =>
  [
    '| light | people | passive median below the threshold | of them asked for another try with the ' +
      'remedy | without the rule about noise | asked for it in all | pictures with a hint about light |',
    '|---|---|---|---|---|---|---|',
    ...all.map(
      ({ light, people, pictures, hinted, below, explained, explained_before, complaints }) =>
        `| ${light} | ${people} | ${below}: ${rate(below, people)} | ${explained} | ` +
        `${explained_before} | ${complaints}: ${rate(complaints, people)} | ${hinted} of ${pictures} |`,
    ),
  ].join('\n');

/** `npm run lab -- dim`: what happens to people in a dim room. */
export async function dimCommand({ clips, write }: DimOptions): Promise<boolean> {
  const vision = remembering(openVision({ pack: 'accurate', data_dir: tmpdir(), workers: 1 }));
  vision.remember = true;
  try {
    const people: Person[] = [];
    for (const each of await peopleIn(clips)) people.push(await picturesOf(vision, each));
    const enough = people.filter(({ pictures }) => pictures.length === PICTURES);
    const found: Found[] = [];
    for (const light of LIGHTS) found.push(await underLight(vision, enough, light));
    const text = report(found);
    console.log(text);
    if (write) writeSection('dim', text);
    return true;
  } finally {
    await vision.close();
  }
}
