import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { packageFolder } from '../../apps/service/src/face/vision/networks/package-folder.ts';

/**
 * A base address that serves the files of a folder: the peers fetch their models, and there is no network.
 */
export function serveFolder(folder: string): string {
  const base = 'http://models.invalid/';
  const real = globalThis.fetch;
  globalThis.fetch = (async (address: string | URL | Request, init?: RequestInit) => {
    const url = String(address instanceof Request ? address.url : address);
    if (!url.startsWith(base)) return real(address, init);
    const type = url.endsWith('.json') ? 'application/json' : 'application/octet-stream';
    return new Response(new Uint8Array(readFileSync(join(folder, url.slice(base.length)))), {
      headers: { 'content-type': type },
    });
  }) as typeof fetch;
  return base;
}

/**
 * Replaces `@tensorflow/tfjs`, a bundle of packages that are installed one by one. A peer uses only its
 * core.
 */
export function coreForBundle(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === '@tensorflow/tfjs' ? '@tensorflow/tfjs-core' : specifier, context),
  });
}

/** Adds every operation to tensors as a method, as the bundle does. The core alone has functions only. */
export function chainOperations(core: Record<string, unknown> & { Tensor: { prototype: object } }): void {
  const methods = core.Tensor.prototype as Record<string, unknown>;
  const reshape = core.reshape as (tensor: unknown, shape: number[]) => unknown;
  for (const [name, operation] of Object.entries(core))
    if (typeof operation === 'function' && /^[a-z]/.test(name) && !(name in methods))
      methods[name] = function (this: unknown, ...rest: unknown[]) {
        return operation(this, ...rest);
      };
  for (const rank of [1, 2, 3, 4])
    methods[`as${rank}D`] = function (this: { size: number }, ...shape: number[]) {
      return reshape(this, rank === 1 ? [this.size] : shape);
    };
  methods.toFloat = function (this: unknown) {
    return (core.cast as (tensor: unknown, type: string) => unknown)(this, 'float32');
  };
}

export const wasmFolder = (): string =>
  `${join(packageFolder('@tensorflow/tfjs-backend-wasm', import.meta.url), 'wasm-out')}/`;
