import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kernels } from '../../src/face/vision/graph/kernels.ts';
import { Network } from '../../src/face/vision/graph/network.ts';
import { readGraphModel } from '../../src/face/vision/graph/tf-model.ts';
import { openDlib } from '../../src/face/vision/networks/dlib.ts';
import { openOnnx } from '../../src/face/vision/networks/onnx.ts';
import { packageFolder } from '../../src/face/vision/networks/package-folder.ts';
import type { Input } from '../../src/face/vision/packs/manifest.ts';
import { type Answer, FED, type Fed, inShort, noise, type Reference, SEEDS } from './numbers.ts';

const FOLDER = packageFolder('@standpoint/face-models');
export const modelBytes = (name: string): Buffer => readFileSync(join(FOLDER, 'data', name));

/** The answers of TensorFlow.js and ONNX Runtime. */
export const reference = (): Reference => JSON.parse(readFileSync(join(FOLDER, 'reference.json'), 'utf8'));

type Run = (input: Float32Array) => Promise<Float32Array[]>;

async function open(kernels: Kernels, name: Fed): Promise<Run> {
  const { shape, outputs } = FED[name];
  if (name === 'blazeface' || name === 'facemesh') {
    const frozen = readGraphModel(modelBytes(`${name}.json`).toString(), modelBytes(`${name}.bin`));
    const network = new Network(kernels, frozen);
    return (input) => network.run(input, [...shape], outputs);
  }
  const net =
    name === 'face_recognition_model'
      ? openDlib(kernels, modelBytes(`${name}-weights_manifest.json`).toString(), modelBytes(`${name}.bin`))
      : await openOnnx(kernels, modelBytes(`${name}.onnx`), { size: shape[2], layout: 'nchw' } as Input);
  return async (input) => [await net.run(input, shape)];
}

/** The answers of our own runner to the same inputs, one after the other from the same network. */
export async function ours(kernels: Kernels, name: Fed, seeds = SEEDS): Promise<Answer[][]> {
  const run = await open(kernels, name);
  const length = FED[name].shape.reduce((product: number, side) => product * side, 1);
  const all: Answer[][] = [];
  for (const seed of seeds) all.push((await run(noise(length, seed))).map(inShort));
  return all;
}
