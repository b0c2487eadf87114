import { type Graph, type Net, Network } from '../graph/network.ts';
import { openKernels } from '../graph/open.ts';
import { readGraphModel } from '../graph/tf-model.ts';
import type { Input, Located, Manifest } from '../packs/manifest.ts';
import { readModels } from '../packs/manifest.ts';
import { openDlib } from './dlib.ts';
import { openOnnx } from './onnx.ts';

/** The models of one pack, in memory. */
export interface Models {
  manifest: Manifest;
  detector: Graph;
  landmarks: Graph;
  matcher: Net;
  passive: Net | null;
}

/**
 * Loads a pack. Throws WrongFile, before it runs anything, for a file that differs from the manifest's hash.
 */
export async function openModels(located: Located): Promise<Models> {
  const bytes = readModels(located);
  const { manifest } = located;
  const { match, passive } = manifest;
  const kernels = await openKernels();
  const graph = (topology: Buffer, weights: Buffer) =>
    new Network(kernels, readGraphModel(topology.toString(), weights));
  return {
    manifest,
    detector: graph(bytes.detector!, bytes.detector_weights!),
    landmarks: graph(bytes.landmarks!, bytes.landmarks_weights!),
    matcher:
      match.runtime === 'dlib'
        ? openDlib(kernels, bytes.matcher!.toString(), bytes.matcher_weights!)
        : await openOnnx(kernels, bytes.matcher!, match.input),
    passive: passive && bytes.passive ? await openOnnx(kernels, bytes.passive, passive.input) : null,
  };
}

/** Converts RGB values from 0 to 255 to a model's input. */
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
