import type { Kernels } from './kernels.ts';

const PAGE = 65_536;
const MAX_BYTES = 4_294_901_760;
/** Memory grows by more than a kernel asks for, so that it has to grow less often. */
const GROWTH = 1.2;
/** WASI's errors for a call that does not exist, and for a stream that has no positions. */
const [ENOSYS, ESPIPE] = [52, 70];

interface Exports extends Record<string, unknown> {
  memory: WebAssembly.Memory;
  __wasm_call_ctors(): void;
  init_with_threads_count(threads: number): void;
}

/** The memory of an instance, which exists only after its imports do. */
class Heap {
  memory!: WebAssembly.Memory;
  #bytes = new Uint8Array(0);

  get bytes(): Uint8Array {
    // Memory that grew has another buffer.
    if (this.#bytes.buffer !== this.memory.buffer) this.#bytes = new Uint8Array(this.memory.buffer);
    return this.#bytes;
  }
}

/**
 * Starts the kernels of a compiled module on one thread. The module asks its host for memory, and for a
 * stream to write a message to before it aborts. These kernels need nothing else of Emscripten.
 */
export async function startKernels(compiled: WebAssembly.Module): Promise<Kernels> {
  const heap = new Heap();
  const instance = await WebAssembly.instantiate(compiled, importsFor(heap));
  const exports = instance.exports as Exports;
  heap.memory = exports.memory;
  exports.__wasm_call_ctors();
  exports.init_with_threads_count(1);
  const kernels = Object.entries(exports)
    .filter(([, each]) => typeof each === 'function')
    .map(([name, each]) => [`_${name}`, each]);
  return Object.defineProperty(Object.fromEntries(kernels), 'HEAPU8', { get: () => heap.bytes });
}

function importsFor(heap: Heap): WebAssembly.Imports {
  let message = '';
  const env = {
    abort() {
      throw new WebAssembly.RuntimeError(`a kernel gave up: ${message}`);
    },
    emscripten_get_heap_max: () => MAX_BYTES,
    emscripten_memcpy_big(to: number, from: number, length: number) {
      heap.bytes.copyWithin(to >>> 0, from >>> 0, (from >>> 0) + (length >>> 0));
    },
    emscripten_resize_heap: (wanted: number) => (grow(heap.memory, wanted >>> 0) ? 1 : 0),
  };
  const wasi_snapshot_preview1 = {
    fd_close: () => ENOSYS,
    fd_seek: () => ESPIPE,
    fd_write(_stream: number, list: number, count: number, written: number) {
      const words = new Uint32Array(heap.memory.buffer);
      let length = 0;
      for (let i = 0; i < count; i++) {
        const [from, size] = [words[(list >>> 2) + 2 * i]!, words[(list >>> 2) + 2 * i + 1]!];
        message = (message + new TextDecoder().decode(heap.bytes.slice(from, from + size))).slice(-1_000);
        length += size;
      }
      words[written >>> 2] = length;
      return 0;
    },
  };
  return { env, wasi_snapshot_preview1 };
}

function grow(memory: WebAssembly.Memory, wanted: number): boolean {
  const had = memory.buffer.byteLength;
  for (const bytes of [Math.max(wanted, Math.min(had * GROWTH, MAX_BYTES)), wanted])
    try {
      memory.grow(Math.ceil((bytes - had) / PAGE));
      return true;
    } catch {
      // The smaller amount may still be available.
    }
  return false;
}
