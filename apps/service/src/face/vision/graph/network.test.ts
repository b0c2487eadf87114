import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { expect, test } from 'vitest';
import { packageFolder } from '../package-folder.ts';
import { exactly, startTensors } from '../tfjs.ts';
import { Network } from './network.ts';
import { openKernels } from './open.ts';
import type { Tensors } from './tensors.ts';
import { readWeights } from './weights.ts';

const filesOf = (name: 'blazeface' | 'facemesh') => {
  const folder = join(packageFolder('@vladmandic/human'), 'models');
  return {
    topology: readFileSync(join(folder, `${name}.json`), 'utf8'),
    weights: new Uint8Array(readFileSync(join(folder, `${name}.bin`))),
  };
};

/** The same graph as TensorFlow.js itself runs it. */
const openGraph = async (topology: string, weights: Uint8Array) => {
  const { modelTopology, weightsManifest, format, signature } = JSON.parse(topology);
  await startTensors();
  const model = await loadGraphModel({
    load: async () => ({
      modelTopology,
      weightSpecs: weightsManifest[0].weights,
      weightData: exactly(weights),
      format,
      signature,
    }),
  });
  return async (input: Float32Array, shape: number[], outputs: readonly string[]) => {
    const fed = tf.tensor(input, shape, 'float32');
    const made = model.execute(fed, [...outputs]) as tf.Tensor[];
    const values = await Promise.all(made.map(async (each) => (await each.data()) as Float32Array));
    tf.dispose([fed, made]);
    return values;
  };
};

/** Numbers that are the same on every run, and look like nothing. */
const noise = (length: number, seed: number): Float32Array => {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
};

test.each([
  ['blazeface', 256, ['Identity', 'Identity_1', 'Identity_2', 'Identity_3']],
  ['facemesh', 192, ['Identity_2', 'Identity_1']],
] as const)('%s says what TensorFlow.js says of it, time after time', async (name, side, outputs) => {
  const { topology, weights } = filesOf(name);
  const theirs = await openGraph(topology, weights);
  const ours = new Network(await openKernels(), topology, weights);
  for (const seed of [1, 2, 3]) {
    const input = noise(side * side * 3, seed);
    const expected = await theirs(input, [1, side, side, 3], outputs);
    const made = await ours.run(input, [1, side, side, 3], outputs);
    for (const [i, values] of expected.entries()) {
      expect(made[i]!.length).toBe(values.length);
      const far = values.reduce((most, value, at) => Math.max(most, Math.abs(value - made[i]![at]!)), 0);
      expect(far, `${name} ${outputs[i]}`).toBeLessThan(1e-3);
    }
  }
});

test('an operation that neither model has is refused, and so are weights that end too early', async () => {
  const { topology, weights } = filesOf('facemesh');
  const strange = topology.replaceAll('"Prelu"', '"Erf"');
  const network = new Network(await openKernels(), strange, weights);
  const input = noise(192 * 192 * 3, 1);
  await expect(network.run(input, [1, 192, 192, 3], ['Identity_2'])).rejects.toThrow('unknown operation Erf');
  expect(() => new Network({} as Tensors, topology, weights.subarray(0, 1_000))).toThrow('the weights end');
});

test('half precision is widened exactly, from the smallest to the largest', () => {
  const halves = Uint16Array.of(0x0000, 0x8000, 0x0001, 0x03ff, 0x0400, 0x3c00, 0xc000, 0x7bff, 0x3555);
  const [weight] = readWeights(
    [{ name: 'a', shape: [halves.length], dtype: 'float32', quantization: { dtype: 'float16' } }],
    new Uint8Array(halves.buffer),
  ).values();
  expect([...weight!.values]).toEqual([
    0,
    -0,
    2 ** -24,
    1023 * 2 ** -24,
    2 ** -14,
    1,
    -2,
    65_504,
    0.333251953125,
  ]);
});
