import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import type { Config } from '../config.ts';
import type { Log } from '../database/log.ts';
import { built, REPOSITORY } from '../pages/built.ts';
import { packFiles } from '../pages/packing.ts';
import { bannerOf, PACKAGES, type Published, published, TARGET, versionIn } from './published.ts';

/**
 * The browser SDK as two files, for pages without a bundler.
 *
 * Each file is whole: what the package loads later (the probes, the camera doctor) is in it too. The
 * integrity of a page's `<script>` covers that one file and nothing that the file loads, so a further file
 * would be code that the page never agreed to. It costs 5 KB more, once; a bundler's user has the files
 * apart.
 */
export const FILES = { module: 'standpoint.js', global: 'standpoint.global.js' } as const;
export type Form = keyof typeof FILES;
const FORMATS = { module: 'es', global: 'iife' } as const;

/** The name under which a page without modules finds the SDK. */
const GLOBAL = 'Standpoint';

const generations = (): Published[] => published().filter(({ name }) => name === '@standpoint/web');

const itsVersion = (one: Published) => ({
  name: 'standpoint-version',
  enforce: 'pre' as const,
  transform: (text: string, id: string) =>
    id === join(one.folder, 'src/version.ts') ? { code: versionIn(text, one), map: null } : undefined,
});

async function bundle(one: Published, form: Form): Promise<string> {
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    root: one.folder,
    logLevel: 'error',
    plugins: [itsVersion(one)],
    build: {
      write: false,
      minify: true,
      target: TARGET,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(one.folder, one.entries['.']!),
        preserveEntrySignatures: 'strict',
        output: {
          format: FORMATS[form],
          name: GLOBAL,
          codeSplitting: false,
          entryFileNames: FILES[form],
          postBanner: bannerOf(one),
        },
      },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  const [chunk, ...more] = output;
  if (more.length > 0) throw new Error(`${FILES[form]} needs ${more.map(({ fileName }) => fileName).join()}`);
  return chunk.code;
}

/**
 * The folder with one folder for each version, `0.5.0/standpoint.js` and so on. They are built as the face
 * app is: by Vite, at the first start, and again when the sources have changed.
 */
export const builtBrowserSdk = (config: Partial<Pick<Config, 'data_dir'>> = {}, log?: Log): Promise<string> =>
  built(
    {
      name: 'browser SDK',
      home: join(REPOSITORY, 'apps/service'),
      result: 'dist/sdk',
      spare: 'sdk',
      sources: [
        join(PACKAGES, 'web/src'),
        join(PACKAGES, 'web/package.json'),
        join(REPOSITORY, 'apps/service/src/pages/packing.ts'),
        import.meta.dirname,
      ],
      tool: { name: 'Vite', load: () => import('vite') },
      async make(draft) {
        for (const one of generations()) {
          const folder = join(draft, one.version);
          mkdirSync(folder);
          for (const form of Object.keys(FILES) as Form[])
            writeFileSync(join(folder, FILES[form]), await bundle(one, form));
          await packFiles(folder);
        }
      },
    },
    config,
    log,
  );

/** What a page writes into `integrity` (W3C Subresource Integrity). */
export const integrityOf = (bytes: Uint8Array): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** The versions in a built folder, the newest first. */
export const versionsIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
