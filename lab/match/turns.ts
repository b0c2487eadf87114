import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { openVision } from '../../apps/service/src/face/vision/open.ts';
import type { Look, Pack, Vision } from '../../apps/service/src/face/vision/vision.ts';
import { writeSection } from '../document.ts';
import { extractFrames } from '../face/clips/extract.ts';
import { remembering } from '../face/remembering.ts';
import { seeded } from './chance.ts';
import { listFaces } from './faces.ts';
import { measureTurns, type Part, type Row, RULES, type Seen, type Share } from './turn-segments.ts';

interface TurnsOptions {
  /** A folder that has one folder of photographs for each person. */
  faces?: string;
  /** A folder of clips, one person each. */
  clips?: string;
  workers?: string;
  write?: boolean;
}

/**
 * Whether a person belongs to the half on which the rule was chosen. The other half, and every clip, only
 * measure it.
 */
const wasTunedOn = (person: string): boolean => createHash('sha256').update(person).digest()[0]! % 2 === 0;

interface Picture {
  person: string;
  jpeg: Buffer;
}

const BATCH = 24;
const CLIP_FPS = 5;
const CLIP = /\.(webm|mp4|mkv|mov)$/i;
/** Photographs of more than this yaw are also seen as a moving camera would show them. */
const TURNED = 12;

async function see(
  vision: Vision,
  pictures: readonly Picture[],
  say: (line: string) => void,
): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let from = 0; from < pictures.length; from += BATCH) {
    const some = pictures.slice(from, from + BATCH);
    const looks = await vision.look(
      some.map(({ jpeg }) => jpeg),
      { embedding: true, live: false },
    );
    for (const [i, look] of looks.entries()) seen.push({ person: some[i]!.person, look: slim(look) });
    if (from % (20 * BATCH) === 0) say(`${from} of ${pictures.length} pictures`);
  }
  return seen;
}

/** Thousands of looks are kept in memory. */
const slim = (look: Look): Look => ({ ...look, thumbnail: '', print: '' });

const REACH = 11;
const ROW = Array.from({ length: REACH * REACH }, (_, i) => Number(Math.floor(i / REACH) === REACH >> 1));

/** A photograph as a webcam in a dim room shows a head that is still turning: smeared, dark, compressed. */
const smeared = async (jpeg: Buffer): Promise<Buffer> => {
  const { width } = await sharp(jpeg).metadata();
  const large = await sharp(jpeg)
    .resize(2 * width)
    .toBuffer();
  return sharp(large)
    .convolve({ width: REACH, height: REACH, kernel: ROW })
    .resize(width)
    .linear(0.6, 0)
    .jpeg({ quality: 50 })
    .toBuffer();
};

const yawOf = ({ look }: Seen): number => Math.abs(look.face?.pose.yaw ?? 0);

async function measure({ faces, clips }: TurnsOptions, vision: Vision, say: (line: string) => void) {
  const all = await Promise.all(
    listFaces(faces!).map(async ({ person, file }) => ({ person, jpeg: await readFile(file) })),
  );
  const pictures = all.filter(({ person }) => !wasTunedOn(person));
  const seen = await see(vision, pictures, say);
  const turned = pictures.filter((_, i) => yawOf(seen[i]!) >= TURNED);
  const moving = await Promise.all(turned.map(async (one) => ({ ...one, jpeg: await smeared(one.jpeg) })));
  const smears = await see(vision, moving, say);
  const still = seen.filter((one) => yawOf(one) < TURNED);
  const filmed = clips ? await see(vision, await framesBelow(clips), say) : [];
  return {
    people: new Set(seen.map(({ person }) => person)).size,
    clips: new Set(filmed.map(({ person }) => person)).size,
    photographs: await measureTurns(vision.pack, seen, seen, seeded()),
    smeared: await measureTurns(vision.pack, [...still, ...smears], smears, seeded()),
    filmed: await measureTurns(vision.pack, filmed, seen, seeded()),
  };
}

async function framesBelow(folder: string): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const name of readdirSync(folder)
    .filter((each) => CLIP.test(each))
    .sort())
    for (const { file } of await extractFrames(join(folder, name), { fps: CLIP_FPS }))
      pictures.push({ person: name, jpeg: await readFile(file) });
  return pictures;
}

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;

function cell({ segments, counted, low, high }: Share, asked_again = 0): string {
  if (segments === 0) return '–';
  const again = asked_again > 0 ? `, ${asked_again} asked again` : '';
  return `${counted} of ${segments}, ${percent(counted / segments)} (${percent(low)} – ${percent(high)})${again}`;
}

const rows = (name: string, all: readonly Row[], asked: boolean): string[] =>
  all
    .filter(({ people }) => people > 0)
    .map(
      ({ bin, people, rules }) =>
        `| ${name} | ${bin[0]}–${bin[1]}° | ${people} | ` +
        `${RULES.map((rule) => cell(rules[rule].share, asked ? rules[rule].asked_again : 0)).join(' | ')} ` +
        '|',
    );

type Found = Awaited<ReturnType<typeof measure>>;

const table = (found: Found, side: keyof Part, what: string): string[] => [
  `**${what}**`,
  '',
  `| pictures | yaw | people | ${RULES.join(' | ')} |`,
  `|---|---|---|${RULES.map(() => '---|').join('')}`,
  ...rows('photographs', found.photographs[side], side === 'honest'),
  ...rows('the same, turned head smeared', found.smeared[side], side === 'honest'),
  ...rows('clips', found.filmed[side], side === 'honest'),
];

const turnsReport = (found: Found, { id, version }: Pick<Pack, 'id' | 'version'>): string =>
  [
    `Pack \`${id}\`, version \`${version}\`; photographs of ${found.people} people, ${found.clips} clips.`,
    '',
    ...table(found, 'honest', 'Turned heads of the same person that were not accepted'),
    '',
    ...table(found, 'strangers', 'Turned heads of a stranger that were accepted'),
  ].join('\n');

/** `npm run lab -- turns`. */
export async function turnsCommand(options: TurnsOptions): Promise<boolean> {
  if (!options.faces) throw new Error('--faces DIR: a folder with one folder of images for each person');
  const workers = Number(options.workers ?? Math.min(4, availableParallelism()));
  const vision = remembering(openVision({ pack: 'accurate', data_dir: tmpdir(), workers }));
  vision.remember = true;
  try {
    const text = turnsReport(await measure(options, vision, (line) => console.error(line)), vision.pack);
    console.log(text);
    if (options.write) writeSection('turns', text);
    return true;
  } finally {
    await vision.close();
  }
}
