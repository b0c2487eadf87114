import type { Node } from './kernels.ts';
import type { Frozen } from './network.ts';
import { readWeights, type WeightSpec } from './weights.ts';

interface Topology {
  modelTopology: { node: Node[] };
  weightsManifest: [{ weights: WeightSpec[] }];
}

/** A graph model of TensorFlow.js: the text of its `.json` and the bytes of its only shard. */
export function readGraphModel(topology: string, weights: Uint8Array): Frozen {
  const { modelTopology, weightsManifest } = JSON.parse(topology) as Topology;
  return { nodes: modelTopology.node, weights: readWeights(weightsManifest[0].weights, weights) };
}
