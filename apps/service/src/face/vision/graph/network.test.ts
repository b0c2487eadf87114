import { expect, test } from 'vitest';
import { LONG, tries } from '../../../../../../testing/counts.ts';
import { modelBytes, ours, reference } from '../../../../testing/face/networks.ts';
import { distance, type Fed, noise, SEEDS } from '../../../../testing/face/numbers.ts';
import { mutant, mutantInside } from '../../../../testing/mutant.ts';
import { Builder } from './build.ts';
import { liveTensors, Network } from './network.ts';
import { openKernels } from './open.ts';
import { readGraphModel } from './tf-model.ts';
import { readWeights } from './weights.ts';

/** One for all tests that do not write where they may not. */
const shared = openKernels();
/** A second answer shows that a run leaves nothing behind. */
const SOME = SEEDS.slice(0, tries(3, 2));

test.each(Object.keys(reference()) as Fed[])(
  '%s answers as TensorFlow.js or ONNX Runtime does, on every run',
  async (name) => {
    const expected = reference()[name].slice(0, SOME.length);
    const made = await ours(await shared, name, SOME);
    expect(made.length).toBe(SOME.length);
    for (const [seed, answers] of expected.entries()) {
      expect(made[seed]!.length).toBe(answers.length);
      for (const [output, answer] of answers.entries())
        expect(distance(made[seed]![output]!, answer), `${name} ${seed} ${output}`).toBeLessThan(1e-4);
    }
    // Control: the answer to another input is far from this one.
    expect(distance(made[0]![0]!, expected[1]![0]!)).toBeGreaterThan(1e-2);
  },
);

test('refuses an operation that no kernel computes, and weights that end too early', async () => {
  const [topology, weights] = [modelBytes('facemesh.json').toString(), modelBytes('facemesh.bin')];
  const strange = topology.replaceAll('"Prelu"', '"Erf"');
  const network = new Network(await shared, readGraphModel(strange, weights));
  const input = noise(192 * 192 * 3, 1);
  await expect(network.run(input, [1, 192, 192, 3], ['Identity_2'])).rejects.toThrow('unknown operation Erf');
  expect(() => readGraphModel(topology, weights.subarray(0, 1_000))).toThrow('the weights end');
});

const ones = (length: number) => new Float32Array(length).fill(1);
const filter = (...shape: number[]) => ({ shape, values: ones(shape.reduce((all, each) => all * each, 1)) });
const INPUT = [1, 4, 4, 3];

/** Runs a graph of a few operations on an image of 4 × 4 pixels; the builder gives the name of its output. */
async function runOnImage(build: (to: Builder, x: string) => string, length = 48, Runs = Network) {
  const to = new Builder();
  const output = build(to, to.op('Placeholder', []));
  const network = new Runs(await (Runs === Network ? shared : openKernels()), to);
  const run = () => network.run(ones(length), INPUT, [output]);
  return { answer: await run().catch((error: Error) => error), run };
}

const MISFITS: [string, (to: Builder, x: string) => string, string][] = [
  ['a filter for other channels', (to, x) => to.convolution(x, filter(1, 1, 5, 2), ones(2)), 'do not fit'],
  ['a bias that is too short', (to, x) => to.convolution(x, filter(1, 1, 3, 8), ones(2)), 'do not fit'],
  ['a slope for other channels', (to, x) => to.op('Prelu', [x, to.weight(ones(7), [7])]), 'do not fit'],
  ['a sum of other shapes', (to, x) => to.op('AddV2', [x, to.weight(ones(10), [1, 1, 2, 5])]), 'do not fit'],
  [
    'a window that does not move',
    (to, x) => to.convolution(x, filter(1, 1, 3, 2), ones(2), { strides: [0, 0] }),
    'no window moves',
  ],
  [
    'a border inside its image',
    (to, x) => to.convolution(x, filter(1, 1, 3, 2), ones(2), { pads: [-1, 0, 0, 0] }),
    'no window moves',
  ],
  [
    'a window that is larger than its image',
    (to, x) => to.convolution(x, filter(9, 9, 3, 2), ones(2)),
    'would have the shape [1,-4,-4,2]',
  ],
  [
    // 2 ** 16 rows and columns of four channels: 2 ** 36 bytes, which are 0 in 32 bits.
    'a result whose length wraps around',
    (to, x) => to.convolution(x, filter(1, 1, 3, 4), ones(4), { pads: [0, 0, 65_532, 65_532] }),
    'there is no memory',
  ],
  ['a circle', (to) => to.op('Relu', ['Relu_1']), 'a circle'],
  ['an input that does not exist', (to) => to.op('Relu', ['nothing']), 'the graph has no nothing'],
  ['a constant without weights', (to) => to.op('Relu', [to.op('Const', [])]), 'no weights'],
  ['no use of its input', (to) => to.op('Relu', [to.weight(ones(3), [3])]), 'does not read its input'],
];
test.each(MISFITS)(
  'refuses a graph with %s, and reserves nothing for it again',
  async (_what, build, words) => {
    const { answer, run } = await runOnImage(build);
    expect(answer).toMatchObject({ message: expect.stringContaining(words) });
    const live = liveTensors();
    await expect(run()).rejects.toBe(answer);
    expect(liveTensors()).toBe(live);
  },
);

test('refuses an input of another length than the plan was made for', async () => {
  const { answer } = await runOnImage((to, x) => to.op('Relu', [x]), 49);
  expect(answer).toMatchObject({ message: 'the input has the shape [1,4,4,3]' });
});

/** Each opens the kernels anew: they show that the tests above would notice, and run in `test:long`. */
const control = test.runIf(LONG);
type Blind = { Network: typeof Network };
const FOLDER = 'face/vision/graph/';
const blindNetwork = async (from: string, to: string) =>
  (await mutant<Blind>(`${FOLDER}network.ts`, [from, to])).Network;
const blindOperations = async (from: string, to: string) =>
  (await mutantInside<Blind>(`${FOLDER}network.ts`, `${FOLDER}operations.ts`, [from, to])).Network;
const misfit = (what: string) => MISFITS.find(([name]) => name === what)![1];

control.each(MISFITS.slice(0, 4))(
  'mutation control: without the check of shapes %s reads or writes past the end of a tensor',
  async (_what, build) => {
    const { answer } = await runOnImage(build, 48, await blindOperations('  if (fits) return;', '  return;'));
    expect(answer).toEqual([expect.any(Float32Array)]);
  },
);

control(
  'mutation control: without the check of windows a border inside is handed to the kernel',
  async () => {
    const Blind = await blindOperations('if (!positive || !outside) throw', 'if (!node) throw');
    const { answer } = await runOnImage(misfit('a border inside its image'), 48, Blind);
    expect(answer).toEqual([expect.any(Float32Array)]);
  },
);

control(
  'mutation control: without the check of lengths a window larger than its image is computed',
  async () => {
    const Blind = await blindNetwork('Number.isInteger(length) && length >= 1', 'Number.isInteger(length)');
    const { answer } = await runOnImage(misfit('a window that is larger than its image'), 48, Blind);
    expect(answer).toEqual([expect.any(Float32Array)]);
  },
);

control(
  'mutation control: without the limit of a tensor 64 GiB are reserved as no bytes at all',
  async () => {
    const Blind = await blindNetwork('bytes <= MAX_TENSOR_BYTES ? ', 'bytes > 0 ? ');
    const to = new Builder();
    const output = misfit('a result whose length wraps around')(to, to.op('Placeholder', []));
    const reserved: [bytes: number, offset: number][] = [];
    const kernels = await openKernels();
    const watched = Object.create(kernels, {
      _malloc: {
        value: (bytes: number) => {
          const offset = kernels._malloc(bytes);
          reserved.push([bytes, offset]);
          return offset;
        },
      },
      // It would write over everything behind the tensor.
      _FusedConv2D: { value: () => {} },
    });
    await new Blind(watched, to).run(ones(48), INPUT, [output]).catch(() => undefined);
    expect(reserved.find(([bytes]) => bytes === 2 ** 36)?.[1]).toBeGreaterThan(0);
  },
);

control.each<[string, string, string]>([
  ['a circle', 'if (open.has(node)) throw new Error(`the graph has a circle through ${name}`);', ''],
  ['an input that does not exist', 'if (!node) throw new Error(`the graph has no ${name}`);', ''],
  ['a constant without weights', 'if (!weight) throw new Error(`there are no weights for ${name}`);', ''],
  ['no use of its input', "if (!this.#input) throw new Error('the graph does not read its input');", ''],
])(
  'mutation control: without its check a graph with %s ends in JavaScript’s own error',
  async (what, ...off) => {
    const { answer } = await runOnImage(misfit(what), 48, await blindNetwork(...off));
    // A stack that is full, or a field of nothing.
    expect([RangeError, TypeError]).toContain(answer.constructor);
  },
);

control(
  'mutation control: without its check an input that is too long is written over other tensors',
  async () => {
    const Blind = await blindNetwork('if (input.length !== sizeOf(planned)) throw', 'if (!planned) throw');
    const { answer } = await runOnImage((to, x) => to.op('Relu', [x]), 49, Blind);
    expect(answer).toEqual([expect.any(Float32Array)]);
  },
);

control('mutation control: without its check weights that end too early are taken', async () => {
  const { readGraphModel: blind } = await mutantInside<{ readGraphModel: typeof readGraphModel }>(
    `${FOLDER}tf-model.ts`,
    `${FOLDER}weights.ts`,
    ['if (part.length < length) throw', 'if (part.length < 0) throw'],
  );
  const [topology, weights] = [modelBytes('facemesh.json').toString(), modelBytes('facemesh.bin')];
  expect(() => blind(topology, weights.subarray(0, 1_000))).not.toThrow();
});

test('widens half precision exactly, from the smallest number to the largest', () => {
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
