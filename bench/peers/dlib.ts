import { createRequire } from 'node:module';

// The package and its types exist only after the bench has installed them.
const tf = createRequire(import.meta.url)('@tensorflow/tfjs-core');

interface Tensor {
  shape: [number, number, number, number];
  data(): Promise<Float32Array>;
}
type Weights = Record<string, Tensor>;

const SIDE = 150;
/** Blocks in order. Those that end in `down` halve the picture. */
const BLOCKS = [
  ...['conv32_1', 'conv32_2', 'conv32_3', 'conv64_down', 'conv64_1', 'conv64_2', 'conv64_3'],
  ...['conv128_down', 'conv128_1', 'conv128_2', 'conv256_down', 'conv256_1', 'conv256_2', 'conv256_down_out'],
];

/**
 * dlib's face recognition ResNet, computed operation by operation by TensorFlow.js. Ours is compared with
 * it.
 */
export function forward(input: Float32Array, all: Weights): Tensor {
  let x: Tensor = tf.tensor4d(input, [1, SIDE, SIDE, 3]);
  x = tf.relu(convolve(x, all, 'conv32_down', 2));
  x = tf.maxPool(x, 3, 2, 'valid');
  for (const name of BLOCKS) x = block(x, all, name);
  return tf.matMul(tf.mean(x, [1, 2]), all.fc);
}

function block(x: Tensor, all: Weights, name: string): Tensor {
  const down = name.includes('down');
  const inner = tf.relu(convolve(x, all, `${name}/conv1`, down ? 2 : 1));
  const made = convolve(inner, all, `${name}/conv2`, 1);
  return tf.relu(down ? addToHalf(x, made) : tf.add(made, x));
}

function convolve(x: Tensor, all: Weights, name: string, stride: number): Tensor {
  const get = (part: string) => all[`${name}/${part}`];
  const made = tf.conv2d(x, get('conv/filters'), stride, stride === 2 ? 'valid' : 'same');
  return tf.add(tf.mul(tf.add(made, get('conv/bias')), get('scale/weights')), get('scale/biases'));
}

/**
 * Brings the halved input and the block's result to one size with zeros, as dlib's `add_prev` does for
 * unequal shapes.
 */
function addToHalf(x: Tensor, made: Tensor): Tensor {
  const half: Tensor = tf.avgPool(x, 2, 2, 'valid');
  const [, h, w, channels] = half.shape;
  const grown = tf.pad(made, [
    [0, 0],
    [0, Math.max(0, h - made.shape[1])],
    [0, Math.max(0, w - made.shape[2])],
    [0, 0],
  ]);
  const more = made.shape[3] - channels;
  const widened = more > 0 ? tf.concat([half, tf.zeros([1, h, w, more])], 3) : half;
  return tf.add(widened, grown);
}
