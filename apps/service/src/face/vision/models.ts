import { type Graph, Network } from './graph/network.ts';
import { openKernels } from './graph/open.ts';
import type { Input, Located, Manifest } from './manifest.ts';
import { readModels } from './manifest.ts';
import { openOnnx } from './onnx.ts';

/** A network that takes one input and gives one vector. */
export interface Net {
  run(input: Float32Array, shape: readonly number[]): Promise<Float32Array>;
  /** How many tensors live, where that is counted: the same between images. */
  tensors?(): number;
}

/** The models of one pack, in memory. */
export interface Models {
  manifest: Manifest;
  detector: Graph;
  landmarks: Graph;
  matcher: Net;
  passive: Net | null;
}

/** Loads a pack. Throws WrongFile before anything is run that the manifest does not name. */
export async function openModels(located: Located): Promise<Models> {
  const bytes = readModels(located);
  const { manifest } = located;
  const kernels = await openKernels();
  return {
    manifest,
    detector: new Network(kernels, bytes.detector!.toString(), bytes.detector_weights!),
    landmarks: new Network(kernels, bytes.landmarks!.toString(), bytes.landmarks_weights!),
    matcher:
      manifest.match.runtime === 'dlib'
        ? await (await import('./dlib.ts')).openDlib(bytes.matcher!.toString(), bytes.matcher_weights!)
        : await openOnnx(bytes.matcher!),
    passive: manifest.passive && bytes.passive ? await openOnnx(bytes.passive) : null,
  };
}

/** RGB values from 0 to 255, as a model wants them. */
export function prepare(rgb: Float32Array, { size, layout, channels, mean, divide }: Input): Float32Array {
  const out = new Float32Array(rgb.length);
  const area = size * size;
  for (let k = 0; k < 3; k++) {
    const from = channels === 'bgr' ? 2 - k : k;
    for (let i = 0; i < area; i++)
      out[layout === 'nchw' ? k * area + i : 3 * i + k] = (rgb[3 * i + from]! - mean[k]!) / divide;
  }
  return out;
}

export const shapeOf = ({ size, layout }: Input): number[] =>
  layout === 'nchw' ? [1, 3, size, size] : [1, size, size, 3];
