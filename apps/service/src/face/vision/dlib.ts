import * as tf from '@tensorflow/tfjs-core';
import { exactly, liveTensors, startTensors } from './tfjs.ts';

const SIDE = 150;
/** Blocks in order; those that end in `down` halve the picture. */
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
/**
 * dlib's face recognition ResNet (29 layers, 150 × 150 RGB → 128), from face-api's quantised weights: `manifest` is the text of
 * a `*-weights_manifest.json`, `weights` the bytes of its only shard.
 */
export async function openDlib(manifest: string, weights: Uint8Array) {
  await startTensors();
  const all = tf.io.decodeWeights(exactly(weights), JSON.parse(manifest)[0].weights) as Weights;
  return {
    tensors: liveTensors,
    async run(input: Float32Array): Promise<Float32Array> {
      const made = tf.tidy(() => forward(input, all));
      try {
        return (await made.data()) as Float32Array;
      } finally {
        made.dispose();
      }
    },
  };
}

type Weights = Record<string, tf.Tensor>;
type Picture = tf.Tensor4D;

function forward(input: Float32Array, all: Weights): tf.Tensor {
  let x = tf.tensor4d(input, [1, SIDE, SIDE, 3]);
  x = tf.relu(convolve(x, all, 'conv32_down', 2));
  x = tf.maxPool(x, 3, 2, 'valid');
  for (const name of BLOCKS) x = block(x, all, name);
  return tf.matMul(tf.mean<tf.Tensor2D>(x, [1, 2]), all.fc as tf.Tensor2D);
}

function block(x: Picture, all: Weights, name: string): Picture {
  const down = name.includes('down');
  const inner = tf.relu(convolve(x, all, `${name}/conv1`, down ? 2 : 1));
  const made = convolve(inner, all, `${name}/conv2`, 1);
  return tf.relu(down ? addToHalf(x, made) : tf.add(made, x));
}

function convolve(x: Picture, all: Weights, name: string, stride: number): Picture {
  const get = (part: string) => all[`${name}/${part}`]!;
  const made = tf.conv2d(x, get('conv/filters') as Picture, stride, stride === 2 ? 'valid' : 'same');
  return tf.add(tf.mul(tf.add(made, get('conv/bias')), get('scale/weights')), get('scale/biases'));
}

/** The halved input and the block's result, brought to one size with zeros: after dlib's own `add_prev` of unequal shapes. */
function addToHalf(x: Picture, made: Picture): Picture {
  const half = tf.avgPool(x, 2, 2, 'valid');
  const [, h, w, channels] = half.shape;
  const grown = tf.pad(made, [
    [0, 0],
    [0, Math.max(0, h - made.shape[1])],
    [0, Math.max(0, w - made.shape[2])],
    [0, 0],
  ]);
  const more = made.shape[3] - channels;
  const widened = more > 0 ? tf.concat([half, tf.zeros([1, h, w, more])], 3) : half;
  return tf.add(widened as Picture, grown as Picture);
}
