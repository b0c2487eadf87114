import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as ort from 'onnxruntime-web';
import { packageFolder } from './package-folder.ts';

/** An ONNX model with one input and one output that is used. */
export interface Onnx {
  run(input: Float32Array, shape: readonly number[]): Promise<Float32Array>;
  close(): Promise<void>;
}

/** WebAssembly with SIMD on one thread, from the installed package: nothing is fetched. */
export async function openOnnx(model: Uint8Array): Promise<Onnx> {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  ort.env.wasm.wasmPaths = `${pathToFileURL(join(packageFolder('onnxruntime-web'), 'dist')).href}/`;
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
        return Float32Array.from((await made.getData()) as Float32Array);
      } finally {
        made.dispose();
      }
    },
    close: () => session.release(),
  };
}
