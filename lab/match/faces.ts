import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { weightOf } from '../../apps/service/src/face/decision/match.ts';
import type { Look, Vision } from '../../apps/service/src/face/vision/vision.ts';

/** One image of one person, as the models see it. */
export interface Sample {
  person: string;
  embedding: Float32Array;
  /** Degrees, to either side. */
  yaw: number;
  /** How much the service lets the image count, 0 to 1. */
  weight: number;
}

/** Why an image has no sample, and the files. */
export type Failed = Record<'unreadable' | 'no_face' | 'several_faces', string[]>;
export interface Enrolled {
  samples: Sample[];
  images: number;
  failed: Failed;
}

const IMAGE = /\.(jpe?g|png|webp)$/i;
const BATCH = 24;

/**
 * Lists a folder of images for each person, sorted by name, at most `most` of each. Throws if there are fewer
 * than two people.
 */
export function listFaces(
  folder: string,
  most = Number.POSITIVE_INFINITY,
): { person: string; file: string }[] {
  const people = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const all = people.flatMap((person) =>
    readdirSync(join(folder, person))
      .filter((name) => IMAGE.test(name))
      .sort()
      .slice(0, most)
      .map((name) => ({ person, file: join(folder, person, name) })),
  );
  if (new Set(all.map(({ person }) => person)).size < 2)
    throw new Error(`${folder} needs a folder with images for each of at least two people`);
  return all;
}

function failureOf({ width, faces, face }: Look): keyof Failed | null {
  if (width === 0) return 'unreadable';
  if (faces > 1) return 'several_faces';
  return face?.embedding ? null : 'no_face';
}

/** What is in each image, in order. */
export async function lookAt(
  vision: Pick<Vision, 'look'>,
  faces: readonly { file: string }[],
  say: (line: string) => void = () => {},
): Promise<Look[]> {
  const looks: Look[] = [];
  for (let from = 0; from < faces.length; from += BATCH) {
    const batch = faces.slice(from, from + BATCH);
    const bytes = await Promise.all(batch.map(({ file }) => readFile(file)));
    looks.push(...(await vision.look(bytes, { embedding: true, live: false })));
    if (Math.floor(from / 500) !== Math.floor((from + BATCH) / 500))
      say(`${from + batch.length} of ${faces.length} images`);
  }
  return looks;
}

/** Runs every image through the models. An image with several faces is refused, as the service refuses it. */
export async function enrol(
  vision: Pick<Vision, 'look'>,
  faces: readonly { person: string; file: string }[],
  say: (line: string) => void,
): Promise<Enrolled> {
  const failed: Failed = { unreadable: [], no_face: [], several_faces: [] };
  const samples: Sample[] = [];
  for (const [i, seen] of (await lookAt(vision, faces, say)).entries()) {
    const failure = failureOf(seen);
    if (failure) failed[failure].push(faces[i]!.file);
    else {
      const { embedding, pose } = seen.face!;
      const { person } = faces[i]!;
      samples.push({ person, embedding: embedding!, yaw: Math.abs(pose.yaw), weight: weightOf(seen) });
    }
  }
  return { samples, images: faces.length, failed };
}
