import { availableParallelism, tmpdir } from 'node:os';
import { openVision } from '../../apps/service/src/face/vision/open.ts';
import { seeded } from './chance.ts';
import { type Enrolled, enrol, listFaces } from './faces.ts';
import { type Rate, ratesOf } from './rates.ts';
import { type Scores, singleImages, templates } from './scores.ts';

interface MatchOptions {
  /** A folder that has one folder of images for each person. */
  faces?: string;
  /** The pack. The default is `accurate`. */
  pack?: string;
  data_dir?: string;
  workers?: string;
  json?: boolean;
}

/**
 * The bars of the default pack: the share of genuine pairs refused at this false match rate, on photographs
 * like those of LFW.
 */
const MATCH_BARS = [
  { part: 'single', fmr: 1e-3, fnmr: 0.012 },
  { part: 'template', fmr: 1e-4, fnmr: 0.01 },
] as const;

interface MatchReport {
  pack: { id: string; version: string };
  people: number;
  images: number;
  failure_to_enrol: { unreadable: number; no_face: number; share: number };
  single: Part;
  template: Part & { templates: number };
}
interface Part {
  genuine_pairs: number;
  people_with_genuine_pairs: number;
  impostor_pairs: number;
  rates: Rate[];
}

/**
 * Measures the false non-matches of a pack on the operator's own images. The images are read and never
 * written.
 */
export async function measureMatch(options: MatchOptions, say: (line: string) => void): Promise<MatchReport> {
  if (!options.faces) throw new Error('--faces DIR: a folder with one folder of images for each person');
  const faces = listFaces(options.faces);
  const vision = openVision({
    pack: options.pack ?? 'accurate',
    data_dir: options.data_dir ?? tmpdir(),
    workers: Number(options.workers ?? Math.min(4, availableParallelism())),
  });
  try {
    const enrolled = await enrol(vision, faces, say);
    for (const file of [...enrolled.failed.unreadable, ...enrolled.failed.no_face])
      say(`no template from ${file}`);
    return report(enrolled, vision.pack);
  } finally {
    await vision.close();
  }
}

function report({ samples, images, failed }: Enrolled, { id, version }: MatchReport['pack']): MatchReport {
  const [unreadable, no_face] = [failed.unreadable.length, failed.no_face.length];
  const withTemplates = templates(samples);
  return {
    pack: { id, version },
    people: new Set(samples.map(({ person }) => person)).size,
    images,
    failure_to_enrol: { unreadable, no_face, share: (unreadable + no_face) / images },
    single: part(singleImages(samples)),
    template: { templates: withTemplates.templates, ...part(withTemplates) },
  };
}

function part(scores: Scores): Part {
  return {
    genuine_pairs: [...scores.genuine.values()].reduce((count, own) => count + own.length, 0),
    people_with_genuine_pairs: scores.genuine.size,
    impostor_pairs: scores.impostors.total,
    rates: ratesOf(scores, seeded()),
  };
}

const percent = (share: number) => (Number.isNaN(share) ? '–' : `${(100 * share).toFixed(2)} %`);

function table({ genuine_pairs, people_with_genuine_pairs, impostor_pairs, rates }: Part): string {
  const rows = rates.map(({ fmr, threshold, fnmr, refused, low, high, supported }) => {
    const misses = `${percent(fnmr)} (${refused} of ${genuine_pairs})`;
    const found = supported
      ? `${threshold.toFixed(4)} | ${misses} | ${percent(low)} – ${percent(high)}`
      : 'too few impostor pairs | – | –';
    return `| ${fmr.toExponential(0)} | ${found} |`;
  });
  return [
    `${genuine_pairs} genuine pairs of ${people_with_genuine_pairs} people, ${impostor_pairs} impostor pairs.`,
    '',
    '| FMR | threshold | FNMR | 95 % over people |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}

export function matchReport(found: MatchReport): string {
  const { unreadable, no_face, share } = found.failure_to_enrol;
  return [
    `Pack ${found.pack.id} ${found.pack.version}: ${found.images} images of ${found.people} people. ` +
      `Failure to enrol: ${percent(share)} (${no_face} without a face, ${unreadable} unreadable).`,
    '',
    `**Single images, all pairs.** ${table(found.single)}`,
    '',
    `**Templates of three images against one.** ${found.template.templates} templates. ${table(found.template)}`,
  ].join('\n');
}

/** `null` if there are too few images for a result. */
export function meetsBars(found: MatchReport): { what: string; met: boolean | null }[] {
  return MATCH_BARS.map(({ part, fmr, fnmr }) => {
    const rate = found[part].rates.find((each) => each.fmr === fmr)!;
    const enough = rate.supported && found[part].genuine_pairs > 0;
    const of = part === 'single' ? 'single images' : 'templates of three';
    const what = `FNMR ≤ ${percent(fnmr)} at FMR ${fmr.toExponential(0)}, ${of}`;
    return { what, met: enough ? rate.fnmr <= fnmr : null };
  });
}

/** `npm run lab -- match`. Returns false if a bar is missed. */
export async function matchCommand(options: MatchOptions): Promise<boolean> {
  const found = await measureMatch(options, (line) => console.error(line));
  const bars = meetsBars(found);
  if (options.json) console.log(JSON.stringify({ ...found, bars }, null, 2));
  else {
    console.log(`\n${matchReport(found)}\n`);
    for (const { what, met } of bars)
      console.log(`${what}: ${met === null ? 'too few images to say' : met ? 'met' : 'MISSED'}`);
  }
  return bars.every(({ met }) => met !== false);
}
