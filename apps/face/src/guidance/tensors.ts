import open from 'tensor-wasm/tfjs-backend-wasm.js';
import type { Tensors } from '../../../service/src/face/vision/graph/tensors.ts';

/** On one thread: more need a cross-origin isolated page, which a page in somebody's frame is not. Rejects where there is no SIMD. */
export async function openTensors(binary: Promise<Response>): Promise<Tensors> {
  const compiled = await WebAssembly.compileStreaming(binary);
  const tensors = await open({
    instantiateWasm(imports, done) {
      void WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled));
      return {};
    },
  });
  tensors._init_with_threads_count(1);
  return tensors;
}
