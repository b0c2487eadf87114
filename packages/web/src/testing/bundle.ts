import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const HERE = fileURLToPath(new URL('..', import.meta.url));

export interface Bundle {
  code: string;
  gzip: number;
  /** Absolute paths of everything that went in. */
  modules: string[];
}

/** Takes a defence out, to prove that its test would notice: one exact text of one file, replaced. */
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

/** Bundles `code` as an integrator's Vite would, in memory. It may import from `./index.ts` of this package. */
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
        load: (id) => (id === entry ? code : undefined),
        transform: (source, id) => mutate(mutations, id, source),
      },
    ],
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict', output: { format: 'es' } },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  const [chunk] = output;
  if (output.length !== 1) throw new Error(`one file was expected, not ${output.length}`);
  return {
    code: chunk.code,
    gzip: gzipSync(chunk.code, { level: 9 }).length,
    modules: Object.keys(chunk.modules).filter((id) => id !== entry),
  };
};
