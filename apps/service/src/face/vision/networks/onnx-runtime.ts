import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Net } from '../graph/network.ts';
import { packageFolder } from './package-folder.ts';

const NAME = 'onnxruntime-web';
/** The version with which this file was tested. */
export const RUNTIME = `${NAME}@1.30.0`;

/** The part of ONNX Runtime that is used. It is not a dependency, so its types may be missing. */
interface Runtime {
  env: { wasm: Record<string, unknown>; logLevel: string };
  InferenceSession: { create(model: Uint8Array, options: object): Promise<Session> };
  Tensor: new (type: 'float32', values: Float32Array, shape: readonly number[]) => Tensor;
}
interface Tensor {
  getData(): Promise<Float32Array>;
  dispose(): void;
}
interface Session {
  inputNames: readonly string[];
  outputNames: readonly string[];
  run(feeds: Record<string, Tensor>, wanted: readonly string[]): Promise<Record<string, Tensor>>;
}

/** Whether an operator has installed ONNX Runtime beside the service; `from`: the file that looks for it. */
export function hasRuntime(from: string = import.meta.url): boolean {
  try {
    packageFolder(NAME, from);
    return true;
  } catch {
    return false;
  }
}

/**
 * Opens a model in ONNX Runtime: WebAssembly with SIMD on one thread, from the installed package. Fetches
 * nothing.
 */
export async function openRuntime(model: Uint8Array, from: string = import.meta.url): Promise<Net> {
  const ort = createRequire(from)(NAME) as Runtime;
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  ort.env.wasm.wasmPaths = `${pathToFileURL(join(packageFolder(NAME, from), 'dist')).href}/`;
  ort.env.logLevel = 'error';
  const session = await ort.InferenceSession.create(model, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  });
  const [input, output] = [session.inputNames[0]!, session.outputNames[0]!];
  return {
    async run(values, shape) {
      const answer = await session.run({ [input]: new ort.Tensor('float32', values, shape) }, [output]);
      const made = answer[output]!;
      try {
        return Float32Array.from(await made.getData());
      } finally {
        made.dispose();
      }
    },
  };
}
