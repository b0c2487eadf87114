import { join } from 'node:path';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';
import { packageFolder } from './package-folder.ts';

/** WebAssembly with SIMD on one thread: workers are how it is scaled. */
export async function startTensors(): Promise<void> {
  setWasmPaths(`${join(packageFolder('@tensorflow/tfjs-backend-wasm'), 'wasm-out')}/`);
  tf.enableProdMode();
  await tf.setBackend('wasm');
  await tf.ready();
}

/** How many tensors live: stays the same between images. */
export const liveTensors = (): number => tf.memory().numTensors;

export const exactly = (bytes: Uint8Array): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
