import type { Environment } from '@standpoint/contract';
import { packOf } from './packs/manifest.ts';
import { locatePack } from './packs/packs.ts';
import { Pool } from './pool.ts';
import { type ClipLook, type Look, type Vision, VisionBusy } from './vision.ts';
import type { Done, Job } from './worker.ts';

interface VisionOptions {
  /** `accurate`, `strict`, or the name of a folder below `data_dir`/packs. */
  pack: string;
  data_dir: string;
  /**
   * Threads that hold the models: about 250 MB for the first, 140 MB for each further one, and at most one
   * core each.
   */
  workers: number;
  /** How many images may wait or run for each worker: 48 if not given. */
  images_per_worker?: number;
}

export interface OpenVision extends Vision {
  /** Loads the models ahead of the first image. Throws where they cannot be loaded. */
  warm(): Promise<void>;
  /** Tensors in the worker after the last image; the same number after every image. */
  readonly tensors: number;
}

/** About four captures may wait for each worker, and half as many of the sandbox. */
const IMAGES_PER_WORKER = 48;

/**
 * Opens the models of a pack in worker threads. Loads nothing before the first image or `warm()`. Throws
 * WrongFile for a pack that is missing or malformed. A changed file of the pack is found when it is loaded,
 * and every look then throws.
 */
export function openVision({
  pack: name,
  data_dir,
  workers,
  images_per_worker = IMAGES_PER_WORKER,
}: VisionOptions): OpenVision {
  const located = locatePack(name, data_dir);
  const pool = new Pool({
    script: new URL('worker.ts', import.meta.url),
    data: located,
    workers,
    capacity: images_per_worker * workers,
  });
  let tensors = 0;
  const run = async <T extends Done['look']>(job: Job, env: Environment): Promise<T> => {
    const done = (await pool.run(job, env)) as Done;
    tensors = done.tensors;
    return done.look as T;
  };
  return {
    pack: packOf(located),
    async look(images, { embedding = true, live = true } = {}, env = 'production') {
      if (!pool.hasRoom(images.length, env)) throw new VisionBusy(pool.retry_after_s);
      const wants = { embedding, live };
      return Promise.all(images.map((image) => run<Look>({ image: new Uint8Array(image), wants }, env)));
    },
    lookAtClip: (pictures, env = 'production') =>
      run<ClipLook>({ clip: pictures.map((picture) => new Uint8Array(picture)) }, env),
    hasRoom: (images, env) => pool.hasRoom(images, env),
    expect: () => pool.expect(),
    warm: () => pool.warm(),
    close: () => pool.close(),
    get tensors() {
      return tensors;
    },
  };
}
