import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageFolder } from '../../apps/service/src/face/vision/networks/package-folder.ts';
import { pixelsOf, serve } from '../vision/frames.ts';
import { serveFolder, wasmFolder } from './local-models.ts';

/**
 * @vladmandic/human as shipped, in its WebAssembly build. With `reduced`, only the parts that answer the
 * same questions as ours are on.
 */
const reduced = process.argv[2] === 'reduced';
const folder = packageFolder('@vladmandic/human', import.meta.url);
const { Human } = createRequire(import.meta.url)(join(folder, 'dist', 'human.node-wasm.js'));
const on = { enabled: true };
const off = { enabled: false };
const human = new Human({
  backend: 'wasm',
  wasmPath: wasmFolder(),
  modelBasePath: serveFolder(join(folder, 'models')),
  cacheSensitivity: 0,
  warmup: 'none',
  filter: off,
  gesture: off,
  body: off,
  hand: off,
  object: off,
  segmentation: off,
  // Its defaults for a face (detector, mesh, iris, emotion, description), and its two liveness models,
  // which are off by default.
  face: reduced
    ? { ...on, antispoof: on, liveness: on, iris: off, emotion: off }
    : { ...on, antispoof: on, liveness: on },
});
await human.load();
await serve(async (jpeg) => {
  const { data, shape } = await pixelsOf(jpeg);
  const image = human.tf.tensor(new Uint8Array(data), [1, ...shape], 'int32');
  const { face } = await human.detect(image);
  human.tf.dispose(image);
  if (face.some(({ embedding }: { embedding?: number[] }) => !embedding?.length))
    throw new Error('human did not make an embedding');
  return face.length;
});
