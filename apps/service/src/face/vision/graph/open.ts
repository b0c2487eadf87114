import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageFolder } from '../package-folder.ts';
import type { Tensors } from './tensors.ts';

/** The kernels with SIMD on one thread, from the installed package: workers are how it is scaled. */
export async function openKernels(): Promise<Tensors> {
  const folder = join(packageFolder('@tensorflow/tfjs-backend-wasm'), 'wasm-out');
  const open = createRequire(import.meta.url)(join(folder, 'tfjs-backend-wasm.js'));
  const tensors: Tensors = await open({
    wasmBinary: readFileSync(join(folder, 'tfjs-backend-wasm-simd.wasm')),
  });
  tensors._init_with_threads_count(1);
  return tensors;
}
