import { expect, test } from 'vitest';
import { modelBytes } from '../../../../testing/face/networks.ts';
import { conv, model, node } from '../../../../testing/face/onnx.ts';
import { Network } from './network.ts';
import { readOnnx } from './onnx-file.ts';
import { OUTPUT, readOnnxModel, UnsupportedModel } from './onnx-model.ts';
import { openKernels } from './open.ts';

const MATCHER = modelBytes('fr_feature.onnx');

/** The matcher's file with a word replaced everywhere by another one of the same length. */
const renamed = (word: string, other: string): Buffer =>
  Buffer.from(MATCHER.toString('latin1').replaceAll(word, other), 'latin1');

test('reads operations, their numbers, tensors, one input and one output of an ONNX file', () => {
  const { nodes, tensors, inputs, outputs } = readOnnx(MATCHER);
  expect([inputs, outputs]).toEqual([['input'], ['output']]);
  expect([...new Set(nodes.map(({ op }) => op))].sort()).toEqual(['Add', 'Conv', 'PRelu', 'Reshape']);
  const [first] = nodes;
  expect(first!.numbers.get('pads')).toEqual([1, 1, 1, 1]);
  expect(first!.numbers.get('strides')).toEqual([2, 2]);
  expect(tensors.get(first!.input[1]!)).toMatchObject({ shape: [64, 3, 3, 3] });
  // The tensor of the last Reshape has integers of 64 bits.
  expect([...tensors.get(nodes.at(-1)!.input[1]!)!.values]).toEqual([1, -1]);
});

test('names an operation that no kernel computes, and takes it for no other one', () => {
  expect(() => readOnnxModel(renamed('PRelu', 'GRelu'))).toThrow(new UnsupportedModel('GRelu'));
});

test.each(['constructor', '__proto__', 'toString'])('takes no %s of an object for an operation', (name) => {
  const file = model([node(name, ['input'], ['output'])]);
  expect(() => readOnnxModel(file)).toThrow(new UnsupportedModel(name));
});

test('refuses a picture that is larger than the model was made for: its result is no vector', async () => {
  const network = new Network(await openKernels(), readOnnxModel(MATCHER));
  const side = 128;
  const input = new Float32Array(side * side * 3);
  await expect(network.run(input, [1, side, side, 3], [OUTPUT])).rejects.toThrow('more than channels');
});

test.each<[string, Buffer, string]>([
  ['no output', model([], { outputs: [] }), 'no output'],
  ['an output that no node computes', model([]), 'does not compute its output'],
  ['a filter of negative lengths', conv([-1, -1, 3, 3], 9), 'shape [-1,-1,3,3]'],
  ['a filter of length 0', conv([0, 3, 1, 1], 0), 'shape [0,3,1,1]'],
  ['a filter with too few numbers', conv([2, 3, 1, 1], 5), 'without its numbers'],
  ['a bias for another number of filters', conv([2, 3, 1, 1], 6, {}, 3), 'shape [3]'],
  ['a window that does not move', conv([2, 3, 1, 1], 6, { strides: [0, 1] }), 'strides of [0,1]'],
  ['a border to one side', conv([2, 3, 1, 1], 6, { pads: [1, 1] }), 'pads of [1,1]'],
  ['a border inside', conv([2, 3, 1, 1], 6, { pads: [-1, 0, 0, 0] }), 'pads of [-1,0,0,0]'],
])('refuses a model with %s when it is read', (_what, file, words) => {
  expect(() => readOnnxModel(file)).toThrow(words);
});

test('reads the model that the refused ones were made from', async () => {
  const network = new Network(await openKernels(), readOnnxModel(conv([2, 3, 1, 1], 6, {}, 2)));
  const [vector] = await network.run(Float32Array.of(1, 1, 1), [1, 1, 1, 3], [OUTPUT]);
  expect([...vector!]).toEqual([4, 4]);
});
