type Kernel = (...values: number[]) => void;

/**
 * The kernels of TensorFlow.js' WebAssembly backend, called directly: small graphs of known shapes do not
 * need the rest of TensorFlow.js. Arguments are those of `dist/kernels/*.js` in
 * @tensorflow/tfjs-backend-wasm. A tensor is a number for which memory is registered.
 */
export interface Kernels {
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _register_tensor(id: number, size: number, offset: number): void;
  _FusedConv2D: Kernel;
  _DepthwiseConv2dNative: Kernel;
  _FusedDepthwiseConv2D: Kernel;
  _Add: Kernel;
  _Multiply: Kernel;
  _AvgPool: Kernel;
  _MaxPool: Kernel;
  _PadV2: Kernel;
  _Prelu: Kernel;
  _Relu: Kernel;
  _Sigmoid: Kernel;
}
