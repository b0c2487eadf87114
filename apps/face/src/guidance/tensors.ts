import { startKernels } from '../../../service/src/face/vision/graph/instance.ts';
import type { Kernels } from '../../../service/src/face/vision/graph/kernels.ts';

/**
 * Uses one thread: several need a cross-origin isolated page, and a page in a foreign frame is not
 * isolated. Rejects without SIMD.
 */
export const openTensors = async (binary: Promise<Response>): Promise<Kernels> =>
  startKernels(await WebAssembly.compileStreaming(binary));
