import { type Frozen, type Net, Network } from '../graph/network.ts';
import { NotOurs, OUTPUT, readOnnxModel } from '../graph/onnx-model.ts';
import type { Tensors } from '../graph/tensors.ts';
import { type Input, WrongFile } from '../packs/manifest.ts';
import { hasRuntime, openRuntime, RUNTIME } from './onnx-runtime.ts';

/**
 * A model on our own kernels; where they lack one of its operations, in ONNX Runtime if the operator has
 * installed it.
 */
export async function openOnnx(tensors: Tensors, model: Uint8Array, input: Input): Promise<Net> {
  const read = readForUs(model, input);
  if (read instanceof NotOurs) {
    if (!hasRuntime()) throw new WrongFile(needsRuntime(read));
    return openRuntime(model);
  }
  const network = new Network(tensors, read);
  const { size } = input;
  return {
    run: async (values) =>
      (await network.run(channelsLast(values, size * size), [1, size, size, 3], [OUTPUT]))[0]!,
  };
}

/** Throws WrongFile for a model that could not be opened here. */
export function checkOnnx(model: Uint8Array, input: Input): void {
  const read = readForUs(model, input);
  if (read instanceof NotOurs && !hasRuntime()) throw new WrongFile(needsRuntime(read));
}

const needsRuntime = ({ message }: NotOurs): string =>
  `the model needs ONNX Runtime, because our own runner does not know ${message}: npm install --no-save ${RUNTIME}`;

function readForUs(model: Uint8Array, { layout }: Input): Frozen | NotOurs {
  if (layout !== 'nchw') return new NotOurs(`the layout ${layout}`);
  try {
    return readOnnxModel(model);
  } catch (error) {
    if (error instanceof NotOurs) return error;
    throw error;
  }
}

function channelsLast(values: Float32Array, area: number): Float32Array {
  const out = new Float32Array(values.length);
  for (let k = 0; k < 3; k++) for (let i = 0; i < area; i++) out[3 * i + k] = values[k * area + i]!;
  return out;
}
