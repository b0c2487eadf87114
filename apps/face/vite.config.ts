import { defineConfig } from 'vite';

/** Addresses are relative, so that the app works below any `STANDPOINT_FACE_BASE_URL`. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
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
