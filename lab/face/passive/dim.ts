import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { faceProblem, QUALITY } from '../../../apps/service/src/face/decision/checks/quality.ts';
import { openVision } from '../../../apps/service/src/face/vision/open.ts';
import type { Look, Vision } from '../../../apps/service/src/face/vision/vision.ts';
import type { Random } from '../../borders/random.ts';
import { writeSection } from '../../document.ts';
import { seeded } from '../../match/chance.ts';
import { listFaces, lookAt } from '../../match/faces.ts';
import { bootstrap } from '../../match/rates.ts';
import { chanceOf } from '../chance.ts';
import { type Raster, toJpeg, toRaster } from '../images/raster.ts';
import { remembering } from '../remembering.ts';
import { rate } from '../report.ts';
import { isAhead, judged, type Person, peopleIn, seen, spread } from './people.ts';

interface DimOptions {
  /** A folder of clips, one person each, beside those of the development dependency. */
  clips?: string;
  /** A folder of photographs in ordinary light, one folder for each person, to count false hints. */
  faces?: string;
  write?: boolean;
}

/** Pictures of each person, evenly spaced. */
const PICTURES = 6;
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

/** Pictures in which a person looks ahead and that have no problem as filmed. */
async function picturesOf(vision: Vision, { recordings }: Person): Promise<Buffer[]> {
  const some = spread(recordings.flat(), 4 * PICTURES).map((file) => readFileSync(file));
  const looks = await seen(vision, some);
  return spread(
    some.filter((_, i) => isAhead(looks[i]!)),
    PICTURES,
  );
}

interface Shown {
  name: string;
  pictures: readonly Buffer[];
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

async function underLight(vision: Vision, people: readonly Shown[], light: Light): Promise<Found> {
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
    const looks = await seen(vision, shown);
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

/** Photographs of each person that are looked at for false hints. */
const MOST_PHOTOGRAPHS = 10;

/** How many photographs in ordinary light would get the hint about noise. */
async function falseHints(vision: Vision, folder: string): Promise<string> {
  const photographs = listFaces(folder, MOST_PHOTOGRAPHS);
  const looks = await lookAt(vision, photographs);
  const ahead = photographs
    .map(({ person }, i) => ({ person, ...looks[i]! }))
    .filter((seen) => seen.faces === 1 && isAhead(seen));
  const people = [...Map.groupBy(ahead, ({ person }) => person).values()].map((own) => ({
    pairs: own.length,
    refused: own.filter(({ face }) => face!.grain > QUALITY.grain).length,
  }));
  const [low, high] = bootstrap(people, seeded());
  const hinted = people.reduce((sum, { refused }) => sum + refused, 0);
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
  return (
    `Of ${ahead.length} photographs of ${people.length} people in ordinary light, ${hinted} would get the hint ` +
    `about noise: ${percent(hinted / ahead.length)} (${percent(low)} – ${percent(high)} over people).`
  );
}

/** `npm run lab -- dim`: what happens to people in a dim room. */
export async function dimCommand({ clips, faces, write }: DimOptions): Promise<boolean> {
  const vision = remembering(openVision({ pack: 'accurate', data_dir: tmpdir(), workers: 1 }));
  vision.remember = true;
  try {
    const people: Shown[] = [];
    for (const each of await peopleIn(clips))
      people.push({ name: each.name, pictures: await picturesOf(vision, each) });
    const enough = people.filter(({ pictures }) => pictures.length === PICTURES);
    const found: Found[] = [];
    for (const light of LIGHTS) found.push(await underLight(vision, enough, light));
    const text = [report(found), ...(faces ? [await falseHints(vision, faces)] : [])].join('\n\n');
    console.log(text);
    if (write) writeSection('dim', text);
    return true;
  } finally {
    await vision.close();
  }
}
