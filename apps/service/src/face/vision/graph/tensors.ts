type Kernel = (...values: number[]) => void;

/**
 * The kernels of TensorFlow.js' WebAssembly backend, called directly: small graphs of known shapes need
 * neither its engine nor its converter. Arguments as in `dist/kernels/*.js` of @tensorflow/tfjs-backend-wasm;
 * a tensor is a number that memory is registered for.
 */
export interface Tensors {
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
