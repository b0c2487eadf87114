import { expect, test } from 'vitest';
import { modelBytes } from '../../../../testing/face/networks.ts';
import { Network } from './network.ts';
import { readOnnx } from './onnx-file.ts';
import { NotOurs, OUTPUT, readOnnxModel } from './onnx-model.ts';
import { openKernels } from './open.ts';

const MATCHER = modelBytes('fr_feature.onnx');

/** The same file with a word exchanged for another one of the same length, everywhere. */
const renamed = (word: string, other: string): Buffer =>
  Buffer.from(MATCHER.toString('latin1').replaceAll(word, other), 'latin1');

test('an ONNX file is read: its operations, their numbers, its tensors, one input and one output', () => {
  const { nodes, tensors, inputs, outputs } = readOnnx(MATCHER);
  expect([inputs, outputs]).toEqual([['input'], ['output']]);
  expect([...new Set(nodes.map(({ op }) => op))].sort()).toEqual(['Add', 'Conv', 'PRelu', 'Reshape']);
  const [first] = nodes;
  expect(first!.numbers.get('pads')).toEqual([1, 1, 1, 1]);
  expect(first!.numbers.get('strides')).toEqual([2, 2]);
  expect(tensors.get(first!.input[1]!)).toMatchObject({ shape: [64, 3, 3, 3] });
  // The last Reshape's own tensor, whole numbers of 64 bits.
  expect([...tensors.get(nodes.at(-1)!.input[1]!)!.values]).toEqual([1, -1]);
});

test('an operation that no kernel is, is named and not taken for another', () => {
  expect(() => readOnnxModel(renamed('PRelu', 'GRelu'))).toThrow(new NotOurs('GRelu'));
});

test('a file that ends early, and one that is no model, are refused', () => {
  expect(() => readOnnxModel(MATCHER.subarray(0, 1_000_000))).toThrow('the model ends within a field');
  expect(() => readOnnxModel(Buffer.from('no model at all'))).toThrow('the model');
});

test('a picture that is larger than the model was made for is no vector, and not read as one', async () => {
  const network = new Network(await openKernels(), readOnnxModel(MATCHER));
  const side = 128;
  const input = new Float32Array(side * side * 3);
  await expect(network.run(input, [1, side, side, 3], [OUTPUT])).rejects.toThrow('more than channels');
});
