/** Files of packages that become assets of their own; `vite.config.ts` says where they lie. The default export is their address. */
declare module 'face-models/*' {
  const address: string;

  export { address as default };
}
declare module 'tensor-wasm/*.wasm?url' {
  const address: string;

  export { address as default };
}
declare module 'tensor-wasm/tfjs-backend-wasm.js' {
  import type { Tensors } from '../../../service/src/face/vision/graph/tensors.ts';

  /** Emscripten's module factory. */
  const open: (options: {
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }) => Promise<Tensors>;

  export { open as default };
}
