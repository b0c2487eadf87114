import detectorWeights from 'face-models/blazeface.bin?url';
import detectorTopology from 'face-models/blazeface.json?url';
import landmarkWeights from 'face-models/facemesh.bin?url';
import landmarkTopology from 'face-models/facemesh.json?url';
import binary from 'face-models/tfjs-backend-wasm-simd.wasm?url';
import type { Kernels } from '../../../service/src/face/vision/graph/kernels.ts';
import { Network } from '../../../service/src/face/vision/graph/network.ts';
import { readGraphModel } from '../../../service/src/face/vision/graph/tf-model.ts';
import { DETECTOR } from '../../../service/src/face/vision/networks/detector.ts';
import { LANDMARKS } from '../../../service/src/face/vision/networks/mesh.ts';
import type { Facts } from './facts.ts';
import { Looker } from './looker.ts';
import { pixelsOf } from './picture.ts';
import { openTensors } from './tensors.ts';

/** From the page: a picture to look at. `longer`: pixels of the analysed picture's longer side. */
export interface Asked {
  picture: ImageBitmap | VideoFrame;
  at: number;
  longer: number;
}
/** To the page: ready, the facts of a picture, or why there will be none. */
export type Told = { type: 'ready' } | { type: 'facts'; facts: Facts } | { type: 'failed'; why: string };

const here = self as unknown as {
  onmessage: ((event: MessageEvent<Asked>) => void) | null;
  postMessage(told: Told): void;
};

const load = async (address: string): Promise<Response> => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
};
const text = async (address: string): Promise<string> => (await load(address)).text();
const bytes = async (address: string): Promise<Uint8Array> =>
  new Uint8Array(await (await load(address)).arrayBuffer());

/**
 * The first run of a network packs its weights and compiles its kernels. It happens while the other network
 * is still loading.
 */
const openNetwork = async (
  tensors: Promise<Kernels>,
  files: readonly [topology: string, weights: string],
  side: number,
  outputs: readonly string[],
): Promise<Network> => {
  const [topology, weights, kernels] = await Promise.all([text(files[0]), bytes(files[1]), tensors]);
  const network = new Network(kernels, readGraphModel(topology, weights));
  await network.run(new Float32Array(side * side * 3), [1, side, side, 3], outputs);
  return network;
};

const openLooker = async (): Promise<Looker> => {
  const tensors = openTensors(load(binary));
  const [detector, landmarks] = await Promise.all([
    openNetwork(tensors, [detectorTopology, detectorWeights], DETECTOR.side, DETECTOR.outputs),
    openNetwork(tensors, [landmarkTopology, landmarkWeights], LANDMARKS.side, LANDMARKS.outputs),
  ]);
  return new Looker(detector, landmarks);
};

const failed = (error: unknown): void =>
  here.postMessage({ type: 'failed', why: error instanceof Error ? error.message : String(error) });

openLooker().then((looker) => {
  here.onmessage = async ({ data: { picture, at, longer } }) => {
    try {
      const began = performance.now();
      const { pixels, width, height } = await pixelsOf(picture, longer);
      picture.close();
      const seen = await looker.look(pixels, Math.min(width, height));
      const facts = { ...seen, at, picture: { width, height }, took: performance.now() - began };
      here.postMessage({ type: 'facts', facts });
    } catch (error) {
      failed(error);
    }
  };
  here.postMessage({ type: 'ready' });
}, failed);
