import type { Frozen } from './network.ts';
import type { Node } from './operations.ts';
import { readWeights, type WeightSpec } from './weights.ts';

interface Topology {
  modelTopology: { node: Node[] };
  weightsManifest: [{ weights: WeightSpec[] }];
}

/** Reads a graph model of TensorFlow.js from the text of its `.json` and the bytes of its only shard. */
export function readGraphModel(topology: string, weights: Uint8Array): Frozen {
  const { modelTopology, weightsManifest } = JSON.parse(topology) as Topology;
  return { nodes: modelTopology.node, weights: readWeights(weightsManifest[0].weights, weights) };
}
