import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openRuntime } from '../../apps/service/src/face/vision/networks/onnx-runtime.ts';
import { packageFolder } from '../../apps/service/src/face/vision/networks/package-folder.ts';
import {
  type Answer,
  FED,
  type Fed,
  inShort,
  noise,
  type Reference,
  SEEDS,
} from '../../apps/service/testing/face/numbers.ts';
import { forward } from './dlib.ts';
import { wasmFolder } from './local-models.ts';

/**
 * Sends the parent what TensorFlow.js and ONNX Runtime compute with the networks of the packs. The models
 * package keeps these values in `reference.json`, and our runner is tested against them.
 */

const require = createRequire(import.meta.url);
const tf = require('@tensorflow/tfjs-core');
const { loadGraphModel } = require('@tensorflow/tfjs-converter');

const DATA = join(packageFolder('@standpoint/face-models'), 'data');
const text = (name: string): string => readFileSync(join(DATA, name), 'utf8');
const bytes = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(join(DATA, name)));

type Run = (input: Float32Array, shape: number[], outputs: readonly string[]) => Promise<Float32Array[]>;

async function graph(name: string): Promise<Run> {
  const { modelTopology, weightsManifest, format, signature } = JSON.parse(text(`${name}.json`));
  const weightSpecs = weightsManifest[0].weights;
  const weightData = bytes(`${name}.bin`).buffer;
  const model = await loadGraphModel({
    load: async () => ({ modelTopology, weightSpecs, weightData, format, signature }),
  });
  return async (input, shape, outputs) => {
    const made: { data(): Promise<Float32Array> }[] = model.execute(tf.tensor(input, shape), [...outputs]);
    return Promise.all(made.map((each) => each.data()));
  };
}

async function dlib(name: string): Promise<Run> {
  const [{ weights }] = JSON.parse(text(`${name}-weights_manifest.json`));
  const all = tf.io.decodeWeights(bytes(`${name}.bin`).buffer, weights);
  return async (input) => [await forward(input, all).data()];
}

async function onnx(name: string): Promise<Run> {
  const net = await openRuntime(bytes(`${name}.onnx`), import.meta.url);
  return async (input, shape) => [await net.run(input, shape)];
}

const OPEN: Record<Fed, (name: string) => Promise<Run>> = {
  blazeface: graph,
  facemesh: graph,
  fr_feature: onnx,
  fr_liveness: onnx,
  face_recognition_model: dlib,
};

async function answers(name: Fed): Promise<Answer[][]> {
  const { shape, outputs } = FED[name];
  const run = await OPEN[name](name);
  const length = shape.reduce((product: number, side: number) => product * side, 1);
  const all: Answer[][] = [];
  for (const seed of SEEDS) all.push((await run(noise(length, seed), [...shape], outputs)).map(inShort));
  return all;
}

require('@tensorflow/tfjs-backend-wasm').setWasmPaths(wasmFolder());
tf.enableProdMode();
await tf.setBackend('wasm');
const reference: Partial<Reference> = {};
for (const name of Object.keys(FED) as Fed[]) reference[name] = await answers(name);
if (process.send) {
  process.once('message', () => process.send!(reference));
  process.once('disconnect', () => process.exit());
  process.send('ready');
} else {
  // A single-precision number has seven significant digits.
  console.log(
    JSON.stringify(reference, (_, value) =>
      Number.isInteger(value) || typeof value !== 'number' ? value : Number(value.toPrecision(7)),
    ),
  );
  process.exit();
}
