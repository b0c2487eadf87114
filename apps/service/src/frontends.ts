import { basename, join } from 'node:path';
import type { Config } from './config.ts';
import type { Log } from './database/log.ts';
import { built, REPOSITORY } from './pages/built.ts';
import { packFiles } from './pages/packing.ts';

/** A front end that Vite builds. Its `vite.config.ts` has everything but the place of the result. */
export interface FrontEnd {
  name: string;
  /** Folder with `vite.config.ts`, below the repository. */
  root: string;
  /** Further folders and files whose content becomes part of the bundle. */
  also: readonly string[];
}

export const FACE_APP: FrontEnd = {
  name: 'face app',
  root: join(REPOSITORY, 'apps/face'),
  also: [
    'packages/contract/src',
    'packages/web/src',
    // The page measures faces as the service does.
    'apps/service/src/face/vision',
    'apps/service/src/face/decision/checks',
    'apps/service/src/face/challenge/path.ts',
    'apps/service/src/face/decision/decision.ts',
  ].map((place) => join(REPOSITORY, place)),
};

/** The screens of the face app alone, for the dashboard. */
export const FACE_PREVIEW: FrontEnd = {
  name: 'preview of the face app',
  root: join(FACE_APP.root, 'preview'),
  also: [
    join(FACE_APP.root, 'src'),
    join(FACE_APP.root, 'vite.config.ts'),
    join(REPOSITORY, 'packages/contract/src'),
    join(REPOSITORY, 'packages/web/src'),
  ],
};

export const DASHBOARD: FrontEnd = {
  name: 'dashboard',
  root: join(REPOSITORY, 'apps/dashboard'),
  also: [join(REPOSITORY, 'packages/contract/src')],
};

/** A result that was built or packed in another way is built anew. */
const BUILDING = ['apps/front-end.ts', 'apps/service/src/pages/packing.ts'].map((file) =>
  join(REPOSITORY, file),
);

/** The folder with a front end's built files; builds them first if the sources have changed. */
export const builtFrontEnd = (
  { name, root, also }: FrontEnd,
  config: Pick<Config, 'data_dir'>,
  log?: Log,
): Promise<string> =>
  built(
    {
      name,
      home: root,
      result: 'dist',
      spare: join('front-ends', basename(root)),
      sources: [root, ...also, ...BUILDING],
      tool: { name: 'Vite', load: () => import('vite') },
      async make(draft, cache) {
        const { build } = await import('vite');
        await build({
          root,
          configFile: join(root, 'vite.config.ts'),
          configLoader: 'native',
          mode: 'production',
          logLevel: 'error',
          cacheDir: join(cache, '.vite'),
          build: { outDir: draft, emptyOutDir: true },
        });
        await packFiles(join(draft, 'assets'));
      },
    },
    config,
    log,
  );
