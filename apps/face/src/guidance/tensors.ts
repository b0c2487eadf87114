import { startKernels } from '../../../service/src/face/vision/graph/instance.ts';
import type { Kernels } from '../../../service/src/face/vision/graph/kernels.ts';

/**
 * On one thread: more need a cross-origin isolated page, which a page in somebody's frame is not. Rejects
 * where there is no SIMD.
 */
export const openTensors = async (binary: Promise<Response>): Promise<Kernels> =>
  startKernels(await WebAssembly.compileStreaming(binary));
