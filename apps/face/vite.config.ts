import { join } from 'node:path';
import { defineConfig } from 'vite';
import { BUILD } from '../front-end.ts';
import { packageFolder } from '../service/src/face/vision/networks/package-folder.ts';

/**
 * The models and kernels that the page's worker loads, under the name that `src/guidance/files.d.ts`
 * declares.
 */
const alias = { 'face-models': join(packageFolder('@standpoint/face-models'), 'data') };

/**
 * Three quarters of jsqr are a table of kanji, for codes that contain any. Ours never do, and without the
 * table the script stays small enough for a phone.
 */
const noKanji = {
  name: 'no-kanji',
  transform: (code: string, id: string) => {
    if (!/\/jsQR\.js$/.test(id)) return;
    const without = code.replace(/exports\.shiftJISTable = \{[^}]*\}/, 'exports.shiftJISTable = {}');
    if (without === code) throw new Error('the table of kanji in jsqr has moved');
    return { code: without, map: null };
  },
};

/** Addresses are relative, so that the app works below any `STANDPOINT_FACE_BASE_URL`. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  resolve: { alias },
  plugins: [noKanji],
  worker: { format: 'es' },
  build: {
    ...BUILD,
    cssCodeSplit: false,
  },
  // Vite would ask NODE_ENV: a build inside a test, or of an operator who sets it, would name the line of each element.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
});
