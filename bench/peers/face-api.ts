import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageFolder } from '../../apps/service/src/face/vision/networks/package-folder.ts';
import { pixelsOf, serve } from '../vision/frames.ts';
import { chainOperations, coreForBundle, serveFolder, wasmFolder } from './local-models.ts';

/**
 * @vladmandic/face-api as shipped, in its WebAssembly build: SSD detector, 68 landmarks and descriptor. It
 * has no liveness.
 */
const folder = packageFolder('@vladmandic/face-api', import.meta.url);
// This runs before the package loads, because the package keeps the `fetch` that it finds.
const base = serveFolder(join(folder, 'model'));
coreForBundle();
const require = createRequire(import.meta.url);
require('@tensorflow/tfjs-backend-wasm').setWasmPaths(wasmFolder());
chainOperations(require('@tensorflow/tfjs-core'));
const faceapi = require(join(folder, 'dist', 'face-api.node-wasm.js'));
const { tf, nets } = faceapi;
await tf.setBackend('wasm');
await tf.ready();
for (const net of [nets.ssdMobilenetv1, nets.faceLandmark68Net, nets.faceRecognitionNet])
  await net.loadFromUri(base);
await serve(async (jpeg) => {
  const { data, shape } = await pixelsOf(jpeg);
  const image = tf.tensor3d(new Uint8Array(data), shape, 'int32');
  const found = await faceapi.detectAllFaces(image).withFaceLandmarks().withFaceDescriptors();
  tf.dispose(image);
  return found.length;
});
