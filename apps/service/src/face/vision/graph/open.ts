import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../networks/package-folder.ts';
import { startKernels } from './instance.ts';
import type { Kernels } from './kernels.ts';

const FILE = 'data/tfjs-backend-wasm-simd.wasm';

/** Starts the SIMD kernels on one thread. The service scales by workers, each with its own kernels. */
export async function openKernels(): Promise<Kernels> {
  const binary = readFileSync(join(packageFolder('@standpoint/face-models'), FILE));
  return startKernels(await WebAssembly.compile(binary));
}
