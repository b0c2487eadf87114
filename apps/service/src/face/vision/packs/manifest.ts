import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../networks/package-folder.ts';
import type { Template } from '../picture/alignment.ts';
import type { Calibration, Pack } from '../vision.ts';

export const ROLES = [
  'detector',
  'detector_weights',
  'landmarks',
  'landmarks_weights',
  'matcher',
  'matcher_weights',
  'passive',
] as const;
export type Role = (typeof ROLES)[number];

/** A file of a pack: `npm:PACKAGE/PATH` in an installed package, or a name inside the pack's own folder. */
export interface ModelFile {
  role: Role;
  file: string;
  /** SHA-256 of the file, hexadecimal. */
  sha256: string;
  licence: string;
  provenance: string;
}

/**
 * How an aligned picture of a face becomes a model's input: (value − mean) ÷ divide, with values from 0 to
 * 255 and `mean` in the order of `channels`.
 */
export interface Input {
  size: number;
  layout: 'nchw' | 'nhwc';
  channels: 'rgb' | 'bgr';
  mean: readonly [number, number, number];
  divide: number;
}

/** `pack.json`: a model pack as data. */
export interface Manifest {
  id: string;
  about: string;
  models: readonly ModelFile[];
  match: {
    runtime: 'onnx' | 'dlib';
    input: Input;
    alignment: Template;
    /** Whether the embedding of the mirrored picture is added. */
    mirrored: boolean;
    dimensions: number;
    metric: 'cosine';
  };
  passive: {
    input: Input;
    /** Side of the crop relative to the side of the detector's box. */
    crop: number;
    /** Index of the class `live` among the model's outputs after softmax. */
    live_class: number;
  } | null;
  calibration: readonly Calibration[];
  liveness: Pack['liveness'];
}

/** Raised with every change to the input of a matcher: finding faces, landmarks, cutting, alignment. */
const PREPARATION = 1;

/** A manifest and the folder of its own files; null if it names only files of packages. */
export interface Located {
  manifest: Manifest;
  folder: string | null;
}

/** The part of a pack that the rest of the service knows. */
export function packOf({ manifest }: Located): Pack {
  const { id, models, match, calibration, liveness } = manifest;
  const matters = models.filter(({ role }) => role !== 'passive').map(({ role, sha256 }) => [role, sha256]);
  const version = createHash('sha256')
    .update(JSON.stringify([PREPARATION, matters, match]))
    .digest('hex')
    .slice(0, 16);
  return { id, version, models, dimensions: match.dimensions, match: calibration, liveness };
}

/** A file differs from what its pack says, so no model of the pack is run. */
export class WrongFile extends Error {}

type ModelBytes = Partial<Record<Role, Buffer>>;

/**
 * Reads every file of a pack and checks its hash; the bytes returned are those that were checked. Throws
 * WrongFile.
 */
export function readModels({ manifest, folder }: Located): ModelBytes {
  return Object.fromEntries(
    manifest.models.map(({ role, file, sha256 }) => {
      const bytes = readModel(file, folder);
      const found = createHash('sha256').update(bytes).digest('hex');
      if (found !== sha256)
        throw new WrongFile(`${file} is not the file that the pack ${manifest.id} was made with`);
      return [role, bytes];
    }),
  );
}

function readModel(file: string, folder: string | null): Buffer {
  const [, name, path] = /^npm:((?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(file) ?? [];
  if (!name && !folder) throw new WrongFile(`${file} belongs to no package`);
  try {
    return readFileSync(name ? join(packageFolder(name), path!) : join(folder!, file));
  } catch {
    throw new WrongFile(`${file} cannot be read`);
  }
}
