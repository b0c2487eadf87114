import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../networks/package-folder.ts';
import { startKernels } from './instance.ts';
import type { Tensors } from './tensors.ts';

const FILE = 'data/tfjs-backend-wasm-simd.wasm';

/** The kernels with SIMD on one thread: workers are how it is scaled. */
export async function openKernels(): Promise<Tensors> {
  const binary = readFileSync(join(packageFolder('@standpoint/face-models'), FILE));
  return startKernels(await WebAssembly.compile(binary));
}
