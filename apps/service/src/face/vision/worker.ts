import { parentPort, workerData } from 'node:worker_threads';
import { lookAtClip } from './clip/look-at-clip.ts';
import { liveTensors } from './graph/network.ts';
import { lookAt, type Wants } from './look.ts';
import { openModels } from './networks/models.ts';
import type { Located } from './packs/manifest.ts';
import type { ClipLook, Look } from './vision.ts';

/**
 * A job of the pool: one image, or all pictures of a clip. The worker first posts `ready` or `failed`, then one
 * answer for each job.
 */
export type Job = { image: Uint8Array; wants: Wants } | { clip: readonly Uint8Array[] };
export interface Done {
  look: Look | ClipLook;
  /** Live tensors between images, so that a leak would show. */
  tensors: number;
}

const port = parentPort!;
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

try {
  const models = await openModels(workerData as Located);
  port.on('message', async (job: Job) => {
    try {
      const look =
        'clip' in job
          ? await lookAtClip(models, job.clip.map(bytesOf))
          : await lookAt(models, bytesOf(job.image), job.wants);
      port.postMessage({ done: { look, tensors: liveTensors() } satisfies Done });
    } catch (error) {
      // A model that threw may be in any state, so this worker ends and the pool starts another one.
      port.postMessage({ crashed: String((error as Error)?.message ?? error) });
    }
  });
  port.postMessage({ ready: true });
} catch (error) {
  port.postMessage({ failed: String((error as Error)?.message ?? error) });
}
