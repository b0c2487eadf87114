import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that the shop may stand at / or under /demo/.
  base: './',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Nothing inline: the policy forbids it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'copy.html'].map((name) => `${import.meta.dirname}/${name}`) },
  },
});
