import { expect, test } from 'vitest';
import { modelBytes, ours, reference } from '../../../../testing/face/networks.ts';
import { distance, type Fed, noise, SEEDS } from '../../../../testing/face/numbers.ts';
import { Network } from './network.ts';
import { openKernels } from './open.ts';
import { readGraphModel } from './tf-model.ts';
import { readWeights } from './weights.ts';

test.each(Object.keys(reference()) as Fed[])(
  '%s says what TensorFlow.js or ONNX Runtime says of it, time after time',
  async (name) => {
    const expected = reference()[name];
    const made = await ours(await openKernels(), name);
    expect(made.length).toBe(SEEDS.length);
    for (const [seed, answers] of expected.entries()) {
      expect(made[seed]!.length).toBe(answers.length);
      for (const [output, answer] of answers.entries())
        expect(distance(made[seed]![output]!, answer), `${name} ${seed} ${output}`).toBeLessThan(1e-4);
    }
    // Control: other numbers are far from these.
    expect(distance(made[0]![0]!, expected[1]![0]!)).toBeGreaterThan(1e-2);
  },
);

test('an operation that no model has is refused, and so are weights that end too early', async () => {
  const [topology, weights] = [modelBytes('facemesh.json').toString(), modelBytes('facemesh.bin')];
  const strange = topology.replaceAll('"Prelu"', '"Erf"');
  const network = new Network(await openKernels(), readGraphModel(strange, weights));
  const input = noise(192 * 192 * 3, 1);
  await expect(network.run(input, [1, 192, 192, 3], ['Identity_2'])).rejects.toThrow('unknown operation Erf');
  expect(() => readGraphModel(topology, weights.subarray(0, 1_000))).toThrow('the weights end');
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
