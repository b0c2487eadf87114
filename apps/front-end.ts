/** How every front end of the service is built. Each adds what is its own in its `vite.config.ts`. */
export const BUILD = {
  outDir: 'dist',
  emptyOutDir: true,
  target: 'es2022',
  // Data addresses would need a wider policy than 'self'.
  assetsInlineLimit: 0,
  // In some targets the polyfill is an inline script; every browser with getUserMedia and modules preloads
  // without it.
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
};
