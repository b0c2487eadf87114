import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Vision } from '../../apps/service/src/face/vision/vision.ts';

/** One image of one person, as the models see it. */
export interface Sample {
  person: string;
  embedding: Float32Array;
}

export interface Enrolled {
  samples: Sample[];
  images: number;
  /** Files without an embedding, by reason. */
  failed: { unreadable: string[]; no_face: string[] };
}

const IMAGE = /\.(jpe?g|png|webp)$/i;
const BATCH = 24;

/** Lists a folder of images for each person, sorted by name. Throws if there are fewer than two people. */
export function listFaces(folder: string): { person: string; file: string }[] {
  const people = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const all = people.flatMap((person) =>
    readdirSync(join(folder, person))
      .filter((name) => IMAGE.test(name))
      .sort()
      .map((name) => ({ person, file: join(folder, person, name) })),
  );
  if (new Set(all.map(({ person }) => person)).size < 2)
    throw new Error(`${folder} needs a folder with images for each of at least two people`);
  return all;
}

/** Runs every image through the models. The largest face of each image counts. */
export async function enrol(
  vision: Pick<Vision, 'look'>,
  faces: readonly { person: string; file: string }[],
  say: (line: string) => void,
): Promise<Enrolled> {
  const enrolled: Enrolled = {
    samples: [],
    images: faces.length,
    failed: { unreadable: [], no_face: [] },
  };
  for (let from = 0; from < faces.length; from += BATCH) {
    const batch = faces.slice(from, from + BATCH);
    const bytes = await Promise.all(batch.map(({ file }) => readFile(file)));
    const looks = await vision.look(bytes, { embedding: true, live: false });
    for (const [i, { width, face }] of looks.entries()) {
      const { person, file } = batch[i]!;
      if (width === 0) enrolled.failed.unreadable.push(file);
      else if (!face?.embedding) enrolled.failed.no_face.push(file);
      else enrolled.samples.push({ person, embedding: face.embedding });
    }
    if (Math.floor(from / 500) !== Math.floor((from + BATCH) / 500))
      say(`${from + batch.length} of ${faces.length} images`);
  }
  return enrolled;
}
