import type { Tensors } from './tensors.ts';

const PAGE = 65_536;
const MAX_BYTES = 4_294_901_760;
/** Growing by more than what is asked for spares growing again. */
const GROWTH = 1.2;
/** WASI's words for a call that does not exist, and for a stream that has no places. */
const [NO_CALL, NO_PLACE] = [52, 70];

interface Exports extends Record<string, unknown> {
  memory: WebAssembly.Memory;
  __wasm_call_ctors(): void;
  init_with_threads_count(threads: number): void;
}

/**
 * The kernels of a compiled module, on one thread. The module asks its host for memory and for a place to
 * write to before it aborts: that is all of Emscripten that these kernels need.
 */
export async function startKernels(compiled: WebAssembly.Module): Promise<Tensors> {
  let memory: WebAssembly.Memory;
  let heap = new Uint8Array(0);
  let said = '';
  const bytes = (): Uint8Array => {
    // Memory that grew is another buffer.
    if (heap.buffer !== memory.buffer) heap = new Uint8Array(memory.buffer);
    return heap;
  };
  const env = {
    abort() {
      throw new WebAssembly.RuntimeError(`a kernel gave up: ${said}`);
    },
    emscripten_get_heap_max: () => MAX_BYTES,
    emscripten_memcpy_big(to: number, from: number, length: number) {
      bytes().copyWithin(to >>> 0, from >>> 0, (from >>> 0) + (length >>> 0));
    },
    emscripten_resize_heap: (wanted: number) => (grow(memory, wanted >>> 0) ? 1 : 0),
  };
  const wasi_snapshot_preview1 = {
    fd_close: () => NO_CALL,
    fd_seek: () => NO_PLACE,
    fd_write(_stream: number, list: number, count: number, written: number) {
      const words = new Uint32Array(memory.buffer);
      let length = 0;
      for (let i = 0; i < count; i++) {
        const [from, size] = [words[(list >>> 2) + 2 * i]!, words[(list >>> 2) + 2 * i + 1]!];
        said = (said + new TextDecoder().decode(bytes().slice(from, from + size))).slice(-1_000);
        length += size;
      }
      words[written >>> 2] = length;
      return 0;
    },
  };
  const instance = await WebAssembly.instantiate(compiled, { env, wasi_snapshot_preview1 });
  const exports = instance.exports as Exports;
  memory = exports.memory;
  exports.__wasm_call_ctors();
  exports.init_with_threads_count(1);
  const kernels = Object.entries(exports)
    .filter(([, each]) => typeof each === 'function')
    .map(([name, each]) => [`_${name}`, each]);
  return Object.defineProperty(Object.fromEntries(kernels), 'HEAPU8', { get: bytes });
}

function grow(memory: WebAssembly.Memory, wanted: number): boolean {
  const had = memory.buffer.byteLength;
  for (const bytes of [Math.max(wanted, Math.min(had * GROWTH, MAX_BYTES)), wanted])
    try {
      memory.grow(Math.ceil((bytes - had) / PAGE));
      return true;
    } catch {
      // Less may still be had.
    }
  return false;
}
