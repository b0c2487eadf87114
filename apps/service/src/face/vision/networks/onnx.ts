import type { Kernels } from '../graph/kernels.ts';
import { type Frozen, type Net, Network } from '../graph/network.ts';
import { OUTPUT, readOnnxModel, UnsupportedModel } from '../graph/onnx-model.ts';
import { type Input, WrongFile } from '../packs/manifest.ts';
import { hasRuntime, openRuntime, RUNTIME } from './onnx-runtime.ts';

/**
 * Opens a model on our own kernels. Where they lack one of its operations, it opens in ONNX Runtime, if the
 * operator has installed that. Throws WrongFile otherwise.
 */
export async function openOnnx(kernels: Kernels, model: Uint8Array, input: Input): Promise<Net> {
  const read = readForUs(model, input);
  if (read instanceof UnsupportedModel) {
    if (!hasRuntime()) throw new WrongFile(needsRuntime(read));
    return openRuntime(model);
  }
  const network = new Network(kernels, read);
  const { size } = input;
  return {
    run: async (values) =>
      (await network.run(channelsLast(values, size * size), [1, size, size, 3], [OUTPUT]))[0]!,
  };
}

/** Throws WrongFile for a model that cannot be opened here, without opening it. */
export function checkOnnx(model: Uint8Array, input: Input): void {
  const read = readForUs(model, input);
  if (read instanceof UnsupportedModel && !hasRuntime()) throw new WrongFile(needsRuntime(read));
}

const needsRuntime = ({ message }: UnsupportedModel): string =>
  `the model needs ONNX Runtime, because our own runner does not know ${message}: ` +
  `npm install --no-save ${RUNTIME}`;

function readForUs(model: Uint8Array, { layout }: Input): Frozen | UnsupportedModel {
  if (layout !== 'nchw') return new UnsupportedModel(`the layout ${layout}`);
  try {
    return readOnnxModel(model);
  } catch (error) {
    if (error instanceof UnsupportedModel) return error;
    throw new WrongFile((error as Error).message);
  }
}

function channelsLast(values: Float32Array, area: number): Float32Array {
  const out = new Float32Array(values.length);
  for (let k = 0; k < 3; k++) for (let i = 0; i < area; i++) out[3 * i + k] = values[k * area + i]!;
  return out;
}
