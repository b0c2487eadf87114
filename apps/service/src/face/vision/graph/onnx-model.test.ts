import { expect, test } from 'vitest';
import { LONG } from '../../../../../../testing/counts.ts';
import { modelBytes } from '../../../../testing/face/networks.ts';
import { conv, field, model, node, tensor } from '../../../../testing/face/onnx.ts';
import { mutant } from '../../../../testing/mutant.ts';
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

/** More than the 112 pixels of the matcher. */
const SIDE = 128;
const LARGE = new Float32Array(SIDE * SIDE * 3);

test('refuses a picture that is larger than the model was made for: its result is no vector', async () => {
  const network = new Network(await openKernels(), readOnnxModel(MATCHER));
  await expect(network.run(LARGE, [1, SIDE, SIDE, 3], [OUTPUT])).rejects.toThrow('more than channels');
});

test.runIf(LONG)(
  'mutation control: without the check values in another order are taken for a vector',
  async () => {
    const blind = await mutant<{ Network: typeof Network }>('face/vision/graph/network.ts', [
      "op === 'Vector' && size !== from.shape.at(-1)",
      'false',
    ]);
    const taken = new blind.Network(await openKernels(), readOnnxModel(MATCHER));
    const [vector] = await taken.run(LARGE, [1, SIDE, SIDE, 3], [OUTPUT]);
    expect(vector!.length).toBeGreaterThan(256);
  },
);

/** A node between the input and the output. `tensors`: what it may read. */
const one = (op: string, inputs: readonly string[], tensors: readonly Buffer[] = []) =>
  model([node(op, inputs, ['output'])], { tensors });
const ones = (name: string, ...shape: number[]) =>
  tensor(name, shape, new Float32Array(shape.reduce((all, each) => all * each, 1)).fill(1));
/** Attributes that are text come after the others. */
const SAME = field(5, Buffer.concat([field(1, 'auto_pad'), field(4, 'SAME_UPPER')]));
const FILTER = ones('filter', 2, 3, 1, 1);
const PADDED_BY_NAME = model([Buffer.concat([node('Conv', ['input', 'filter'], ['output']), SAME])], {
  tensors: [FILTER],
});
const TWO_INPUTS = model([node('Relu', ['input'], ['output'])], { inputs: ['input', 'other'] });

const WINDOW = ['if (values && (values.length !== length || !usable))', 'if (values && !length)'] as const;
const LENGTHS = ['tensor.shape.length !== shape.length || !fits', '!fits'] as const;
const NUMBERS = ['!tensor || tensor.values.length !== length', '!tensor'] as const;
const EXACT = ['(shape[i] ?? side) === side', 'side > 0'] as const;

/** Each: what is wrong, the file, the words of the refusal, and the check without which the file is taken. */
const TAMPERED: [string, Buffer, string, readonly [string, string] | null][] = [
  ['two inputs', TWO_INPUTS, '2 inputs', ['input === undefined || inputs.length > 1', 'input === undefined']],
  // The next check refuses it too.
  ['no output', model([], { outputs: [] }), 'no output', null],
  [
    'an output that no node computes',
    model([]),
    'does not compute its output',
    ["if (result === undefined) throw new Error('the model does not compute its output');", ''],
  ],
  [
    'a node that reads what is no image',
    one('Relu', ['filter'], [FILTER]),
    'Relu with a constant',
    ['if (!name) throw', 'if (!op) throw'],
  ],
  // Two negative lengths: without the check, JavaScript cannot make an array of such a length.
  ['a filter of negative lengths', conv([-1, -1, 3, 3], 9), 'shape [-1,-1,3,3]', null],
  ['a filter of length 0', conv([0, 3, 1, 1], 0), 'shape [0,3,1,1]', ['side >= 1 && ', '']],
  ['a filter with too few numbers', conv([2, 3, 1, 1], 5), 'without its numbers', NUMBERS],
  ['a filter of five axes', conv([2, 3, 1, 1, 1], 6), 'shape [2,3,1,1,1]', LENGTHS],
  ['a bias for another number of filters', conv([2, 3, 1, 1], 6, {}, 3), 'shape [3]', EXACT],
  [
    'filters in groups',
    conv([2, 3, 1, 1], 6, { group: [2] }),
    'Conv in groups',
    ['if (group !== 1 && (group !== outer || inner !== 1)) throw', 'if (group < 0) throw'],
  ],
  [
    'a border that is only named',
    PADDED_BY_NAME,
    'Conv with auto_pad',
    ["if (node.words.has('auto_pad')) throw new UnsupportedModel('Conv with auto_pad');", ''],
  ],
  ['a window that does not move', conv([2, 3, 1, 1], 6, { strides: [0, 1] }), 'strides of [0,1]', WINDOW],
  ['a border to one side', conv([2, 3, 1, 1], 6, { pads: [1, 1] }), 'pads of [1,1]', WINDOW],
  ['a border inside', conv([2, 3, 1, 1], 6, { pads: [-1, 0, 0, 0] }), 'pads of [-1,0,0,0]', WINDOW],
  [
    'a new shape that is no vector',
    one('Reshape', ['input', 'shape'], [ones('shape', 3)]),
    'Reshape to anything but vectors',
    ['if (wanted && wanted.values.length !== 2) throw', 'if (wanted && !wanted.values) throw'],
  ],
];
test.each(TAMPERED)('refuses a model with %s when it is read', (_what, file, words) => {
  expect(() => readOnnxModel(file)).toThrow(words);
});

test.each(TAMPERED.filter(([, , , off]) => off))(
  'mutation control: takes a model with %s without the check',
  async (_what, file, _words, off) => {
    const blind = await mutant<{ readOnnxModel: typeof readOnnxModel }>('face/vision/graph/onnx-model.ts', [
      ...off!,
    ]);
    expect(blind.readOnnxModel(file).nodes.at(-1)).toMatchObject({ op: 'Vector', name: OUTPUT });
  },
);

test('mutation control: without its check an unknown operation ends in an error of JavaScript’s own', async () => {
  const blind = await mutant<{ readOnnxModel: typeof readOnnxModel }>('face/vision/graph/onnx-model.ts', [
    'if (!translate) throw new UnsupportedModel(node.op);',
    '',
  ]);
  expect(() => blind.readOnnxModel(renamed('PRelu', 'GRelu'))).toThrow(TypeError);
});

test('reads the model that the refused ones were made from', async () => {
  const network = new Network(await openKernels(), readOnnxModel(conv([2, 3, 1, 1], 6, {}, 2)));
  const [vector] = await network.run(Float32Array.of(1, 1, 1), [1, 1, 1, 3], [OUTPUT]);
  expect([...vector!]).toEqual([4, 4]);
});
