import { Builder, integers } from '../graph/build.ts';
import type { Kernels } from '../graph/kernels.ts';
import { type Frozen, type Net, Network } from '../graph/network.ts';
import { readWeights, type Weight } from '../graph/weights.ts';

/** Blocks in order. Those with `down` in their name halve the picture. */
const BLOCKS = [
  'conv32_1',
  'conv32_2',
  'conv32_3',
  'conv64_down',
  'conv64_1',
  'conv64_2',
  'conv64_3',
  'conv128_down',
  'conv128_1',
  'conv128_2',
  'conv256_down',
  'conv256_1',
  'conv256_2',
  'conv256_down_out',
];
const SIDE = 150;
const OUTPUT = 'output';

/**
 * Opens dlib's face recognition ResNet (29 layers, 150 × 150 RGB → 128) with face-api's quantised weights.
 * `manifest` is the text of a `*-weights_manifest.json`, `weights` are the bytes of its only shard.
 */
export function openDlib(kernels: Kernels, manifest: string, weights: Uint8Array): Net {
  const network = new Network(kernels, layers(readWeights(JSON.parse(manifest)[0].weights, weights)));
  return { run: async (input) => (await network.run(input, [1, SIDE, SIDE, 3], [OUTPUT]))[0]! };
}

/** dlib scales and shifts each channel after the sum. Scaled filters and another bias do the same. */
function scaledFilter(weights: ReadonlyMap<string, Weight>, name: string) {
  const get = (part: string) => weights.get(`${name}/${part}`)!.values as Float32Array;
  const [scale, shift] = [get('scale/weights'), get('scale/biases')];
  const { shape } = weights.get(`${name}/conv/filters`)!;
  const channels = shape[3]!;
  const values = get('conv/filters').slice();
  for (let from = 0; from < values.length; from += channels)
    for (let k = 0; k < channels; k++) values[from + k]! *= scale[k]!;
  const bias = get('conv/bias').map((value, at) => value * scale[at]! + shift[at]!);
  return { filter: { shape, values }, bias };
}

function layers(weights: ReadonlyMap<string, Weight>): Frozen {
  const to = new Builder();
  const convolve = (x: string, name: string, stride: number, last: 'BiasAdd' | 'Relu'): string => {
    const { filter, bias } = scaledFilter(weights, name);
    const around = stride === 2 ? 0 : (filter.shape[0]! - 1) / 2;
    const pads = [around, around, around, around] as const;
    return to.convolution(x, filter, bias, { strides: [stride, stride], pads }, last);
  };
  /**
   * Adds the halved picture to the block's result, after padding both with zeros to one shape, as dlib's
   * `add_prev` does with unequal shapes.
   */
  const addToHalf = (x: string, made: string, rows: number, channels: number): string => {
    const half = to.op('AvgPool', [x], { ksize: integers([1, 2, 2, 1]), strides: integers([1, 2, 2, 1]) });
    return to.op('AddV2', [to.padded(half, 0, channels), to.padded(made, rows, 0)]);
  };
  let x = convolve(to.op('Placeholder', []), 'conv32_down', 2, 'Relu');
  x = to.op('MaxPool', [x], { ksize: integers([1, 3, 3, 1]), strides: integers([1, 2, 2, 1]) });
  let side = 35;
  let channels = 32;
  for (const name of BLOCKS) {
    const down = name.includes('down');
    const inner = convolve(x, `${name}/conv1`, down ? 2 : 1, 'Relu');
    const made = convolve(inner, `${name}/conv2`, 1, 'BiasAdd');
    const wider = weights.get(`${name}/conv2/scale/weights`)!.values.length;
    const [half, valid] = [Math.floor(side / 2), Math.floor((side - 3) / 2) + 1];
    x = to.op('Relu', [
      down ? addToHalf(x, made, half - valid, wider - channels) : to.op('AddV2', [made, x]),
    ]);
    if (down) [side, channels] = [half, wider];
  }
  const fc = weights.get('fc')!;
  const mean = to.op('GlobalAvgPool', [x]);
  const embedding = to.convolution(
    mean,
    { ...fc, shape: [1, 1, ...fc.shape] },
    new Float32Array(fc.shape[1]!),
  );
  to.op('Identity', [embedding], {}, OUTPUT);
  return to;
}
