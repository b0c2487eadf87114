import { availableParallelism, tmpdir } from 'node:os';
import { openVision } from '../../apps/service/src/face/vision/open.ts';
import type { Vision } from '../../apps/service/src/face/vision/vision.ts';
import { writeSection } from '../document.ts';
import { remembering } from '../face/remembering.ts';
import { recordCalibration } from './calibrate.ts';
import { seeded } from './chance.ts';
import { enrol, listFaces } from './faces.ts';
import { groupsOf, type Labels, readLabels } from './labels.ts';
import { measure, type Part, shippedFor } from './measure.ts';
import { type MatchReport, matchReport, percent } from './report.ts';
import { singleImages, templates } from './scores.ts';

interface MatchOptions {
  /** A folder that has one folder of images for each person. */
  faces?: string;
  /** A file with what is known about the people, to count by group. */
  labels?: string;
  /** At most so many images of each person. */
  most?: string;
  /** The pack. The default is `accurate`. */
  pack?: string;
  data_dir?: string;
  workers?: string;
  json?: boolean;
  /** Makes the calibration of the shipped pack from these images. */
  calibrate?: boolean;
  /** What the images are, in words, for the calibration. */
  about?: string;
  write?: boolean;
  /** Keeps what the models saw in the system's temporary folder, for later runs. */
  remember?: boolean;
}

/**
 * The bars of the default pack: the share of genuine pairs refused at this false match rate of all pairs, on
 * photographs like those of LFW.
 */
const MATCH_BARS = [
  { kind: 'single', fmr: 1e-3, fnmr: 0.012 },
  { kind: 'template', fmr: 1e-4, fnmr: 0.01 },
] as const;

/** A person with hundreds of images would decide a rate alone. */
const MOST = 10;
const PACK = 'accurate';

/** Measures a pack on the operator's own images. The images are read and never written. */
export async function measureMatch(options: MatchOptions, say: (line: string) => void): Promise<MatchReport> {
  if (!options.faces) throw new Error('--faces DIR: a folder with one folder of images for each person');
  const labels = options.labels ? readLabels(options.labels) : {};
  const vision = remembering(
    openVision({
      pack: options.pack ?? PACK,
      data_dir: options.data_dir ?? tmpdir(),
      workers: Number(options.workers ?? Math.min(4, availableParallelism())),
    }),
  );
  vision.remember = options.remember ?? false;
  try {
    return await measuredBy(vision, options, labels, say);
  } finally {
    await vision.close();
  }
}

async function measuredBy(
  vision: Vision,
  { faces, most, calibrate, about = 'own images' }: MatchOptions,
  labels: Labels,
  say: (line: string) => void,
): Promise<MatchReport> {
  const { samples, images, failed } = await enrol(vision, listFaces(faces!, Number(most ?? MOST)), say);
  for (const [why, files] of Object.entries(failed)) for (const file of files) say(`${why}: ${file}`);
  const people = [...new Set(samples.map(({ person }) => person))];
  const groups = groupsOf(labels, people);
  const parts = (['single', 'template'] as const).map((kind): Part => {
    const compared = (kind === 'single' ? singleImages : templates)(samples, seeded());
    const data = `${about}: ${samples.length} images of ${people.length} people`;
    return measure(compared, groups, { kind, data }, calibrate ? null : shippedFor(vision.pack, kind));
  });
  return {
    pack: { id: vision.pack.id, version: vision.pack.version },
    people: people.length,
    images,
    failed: {
      unreadable: failed.unreadable.length,
      no_face: failed.no_face.length,
      several_faces: failed.several_faces.length,
    },
    parts,
  };
}

/** `null` if there are too few images for a result. */
export function meetsBars({ parts }: Pick<MatchReport, 'parts'>): { what: string; met: boolean | null }[] {
  return MATCH_BARS.map(({ kind, fmr, fnmr }) => {
    const asked = parts.find((part) => part.kind === kind)?.asked.find((each) => each.fmr === fmr);
    const found = asked?.plain.rows[0]?.false_non_matches;
    const of = kind === 'single' ? 'single images' : 'templates of three';
    const what = `FNMR ≤ ${percent(fnmr)} at FMR ${fmr.toExponential(0)} of all pairs, ${of}`;
    return { what, met: found && found.of > 0 ? found.share <= fnmr : null };
  });
}

/** `npm run lab -- match`. Returns false if a bar is missed. */
export async function matchCommand(options: MatchOptions): Promise<boolean> {
  const found = await measureMatch(options, (line) => console.error(line));
  const bars = meetsBars(found);
  const text = matchReport(found);
  if (options.json) console.log(JSON.stringify({ ...found, bars }, null, 2));
  else {
    console.log(`\n${text}\n`);
    for (const { what, met } of bars)
      console.log(`${what}: ${met === null ? 'too few images to say' : met ? 'met' : 'MISSED'}`);
  }
  if (options.calibrate)
    recordCalibration(
      found.pack.id,
      found.parts.map(({ calibration }) => calibration),
    );
  if (options.write) writeSection(found.pack.id === PACK ? 'match' : `match-${found.pack.id}`, text);
  return bars.every(({ met }) => met !== false);
}
