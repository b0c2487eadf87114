import { parentPort, workerData } from 'node:worker_threads';
import { liveTensors } from './graph/network.ts';
import { lookAt, type Wants } from './look.ts';
import { openModels } from './networks/models.ts';
import type { Located } from './packs/manifest.ts';
import type { Look } from './vision.ts';

/** A job of the pool. The worker first posts `ready` or `failed`, then one answer for each job. */
export interface Job {
  image: Uint8Array;
  wants: Wants;
}
export interface Done {
  look: Look;
  /** Live tensors between images, so that a leak would show. */
  tensors: number;
}

const port = parentPort!;
try {
  const models = await openModels(workerData as Located);
  port.on('message', async ({ image, wants }: Job) => {
    try {
      const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
      const look = await lookAt(models, bytes, wants);
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
