import { join } from 'node:path';
import { defineConfig } from 'vite';
import { packageFolder } from '../service/src/face/vision/package-folder.ts';

/** Files of packages that the page's worker loads, by the names that `src/guidance/files.d.ts` declares. */
const alias = {
  'face-models': join(packageFolder('@vladmandic/human'), 'models'),
  'tensor-wasm': join(packageFolder('@tensorflow/tfjs-backend-wasm'), 'wasm-out'),
};

/** Addresses are relative, so that the app works below any `STANDPOINT_FACE_BASE_URL`. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  resolve: { alias },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Data addresses would need a wider policy than 'self'.
    assetsInlineLimit: 0,
    // The polyfill is an inline script in some targets; every browser with getUserMedia and modules preloads itself.
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
