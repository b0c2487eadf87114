import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const HERE = fileURLToPath(new URL('..', import.meta.url));

/** Vite adds this once to every page that loads a file later, so it does not count as our size. */
const HELPER = 'vite/preload-helper';
const NO_HELPER = 'export const __vitePreload = (load) => load();';

export interface Chunk {
  code: string;
  gzip: number;
  /** Absolute paths of all modules in the chunk. */
  modules: string[];
}

/** The file that a page loads at once. */
export interface Bundle extends Chunk {
  /** The chunks that it loads later, by relative path. */
  later: Record<string, Chunk>;
}

/** Switches a defence off, to show that its test would notice: replaces one exact text in one file. */
export interface Mutation {
  file: string;
  from: string;
  to: string;
}

const mutate = (mutations: readonly Mutation[], id: string, source: string): string => {
  let text = source;
  for (const { file, from, to } of mutations) {
    if (!id.endsWith(`/${file}`)) continue;
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    text = text.replace(from, to);
  }
  return text;
};

/**
 * Bundles `code` as an integrator's Vite would, in memory. It may import from `./index.ts` of this package.
 */
export const bundle = async (code: string, mutations: readonly Mutation[] = []): Promise<Bundle> => {
  const entry = `${HERE}virtual-entry.ts`;
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: HERE,
    plugins: [
      {
        name: 'virtual-entry',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : id.includes(HELPER) ? NO_HELPER : undefined),
        transform: (source, id) => mutate(mutations, id, source),
      },
    ],
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { format: 'es', entryFileNames: 'app.js', chunkFileNames: '[name].js' },
      },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  const [first, ...others] = output
    .filter((part) => part.type === 'chunk')
    .map((part) => toChunk(part, entry));
  return { ...first![1], later: Object.fromEntries(others) };
};

const toChunk = ({ code, fileName, modules }: Rolldown.OutputChunk, entry: string): [string, Chunk] => [
  fileName,
  {
    code,
    gzip: gzipSync(code, { level: 9 }).length,
    modules: Object.keys(modules).filter((id) => id !== entry && !id.includes(HELPER)),
  },
];
