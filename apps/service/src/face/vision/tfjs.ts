import { join } from 'node:path';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { packageFolder } from './package-folder.ts';

/** A frozen TensorFlow.js graph: one input, outputs as flat arrays in the order of the names. */
export interface Graph {
  run(input: Float32Array, shape: number[], outputs: readonly string[]): Promise<Float32Array[]>;
  close(): void;
}

/** WebAssembly with SIMD on one thread: workers are how it is scaled. */
export async function startTensors(): Promise<void> {
  setWasmPaths(`${join(packageFolder('@tensorflow/tfjs-backend-wasm'), 'wasm-out')}/`);
  tf.enableProdMode();
  await tf.setBackend('wasm');
  await tf.ready();
}

/** How many tensors live: stays the same between images. */
export const liveTensors = (): number => tf.memory().numTensors;

/** `topology` is the text of a `model.json`, `weights` the bytes of its only shard. */
export async function openGraph(topology: string, weights: Uint8Array): Promise<Graph> {
  const { modelTopology, weightsManifest, format, signature } = JSON.parse(topology);
  const model = await loadGraphModel({
    load: async () => ({
      modelTopology,
      weightSpecs: weightsManifest[0].weights,
      weightData: exactly(weights),
      format,
      signature,
    }),
  });
  return {
    async run(input, shape, outputs) {
      const fed = tf.tensor(input, shape, 'float32');
      const made = model.execute(fed, [...outputs]) as tf.Tensor | tf.Tensor[];
      const tensors = Array.isArray(made) ? made : [made];
      try {
        return await Promise.all(tensors.map(async (each) => (await each.data()) as Float32Array));
      } finally {
        tf.dispose([fed, tensors]);
      }
    },
    close: () => model.dispose(),
  };
}

export const exactly = (bytes: Uint8Array): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
