import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { BUILD } from '../front-end.ts';

/**
 * The classic script that sets theme and direction before anything is painted. It stands before the module, under a
 * name with its hash, because the policy of the page allows no inline script.
 */
const firstPaint = (): Plugin => {
  const source = readFileSync(join(import.meta.dirname, 'src/app/first-paint.js'), 'utf8');
  const fileName = `assets/first-paint-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
  return {
    name: 'first-paint',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: `/dashboard/${fileName}` }, injectTo: 'head-prepend' },
    ],
  };
};

const NAMES = join(import.meta.dirname, 'src/texts/reason-names.ts');
/** Puts the names of reasons themselves in the place of the module that reads them out of all sentences. */
const namesAlone = (): Plugin => ({
  name: 'names-alone',
  // Node reads the module once, so a server that is told of changes would keep its first names.
  apply: 'build',
  async load(id) {
    if (id !== NAMES) return null;
    const { REASON_NAMES } = await import(NAMES);
    return `export const REASON_NAMES = ${JSON.stringify(REASON_NAMES)};`;
  },
});

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  logLevel: 'warn',
  plugins: [firstPaint(), namesAlone()],
  // Vite would take the environment's: a build inside a test would contain React's own tests of its callers.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    ...BUILD,
    // `apps/service/src/pages/dashboard-size.test.ts` reads there what each page needs.
    manifest: true,
    rolldownOptions: {
      // What most pages share is one file: fifty files of a few hundred bytes each cost more in headers than they
      // spare. A lower number makes pages carry what they never use.
      output: { codeSplitting: { groups: [{ name: 'common', minShareCount: 16 }] } },
      // Mantine marks its modules for servers that render; there is none here.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
  // Like NODE_ENV above: the calls of a development build are not in React's production build.
  oxc: { jsx: { runtime: 'automatic', importSource: 'react', development: false } },
});
