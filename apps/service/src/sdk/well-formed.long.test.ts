import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { unpackTarball } from '../../testing/packages/tarball.ts';
import { loadTool } from '../../testing/packages/tools.ts';
import { manifestOf, stubsOf } from './manifest.ts';
import { type Packed, packedTree } from './packed-tree.ts';
import { type Published, published } from './published.ts';
import { packTarball } from './tarball.ts';

/** In `npm test`: `packed-tree.test.ts`. */

interface Publint {
  publint(options: object): Promise<{ messages: { code: string; path: string[] }[] }>;
}
interface Attw {
  createPackageFromTarballData(bytes: Uint8Array): object;
  checkPackage(
    of: object,
    options: object,
  ): Promise<{ types: unknown; problems?: { kind: string; entrypoint?: string }[] }>;
}

let packed: readonly Packed[];
let publint: Publint;
let attw: Attw;
beforeAll(async () => {
  packed = await packedTree();
  publint = await loadTool('publint/src/index-node.js');
  attw = await loadTool('@arethetypeswrong/core/dist/index.js');
});

const lint = async (bytes: Buffer) => {
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages } = await publint.publint({ pack: { tarball }, level: 'suggestion', strict: true });
  return messages.map(({ code, path }) => `${code} ${path.join('.')}`);
};

/** Every problem in any of the four ways in which TypeScript resolves an import. */
const typeProblems = async (bytes: Buffer) => {
  const { types, problems } = await attw.checkPackage(attw.createPackageFromTarballData(bytes), {
    // A plugin that a tool runs is no code that is imported.
    excludeEntrypoints: [/\.js$/],
  });
  return types ? (problems ?? []).map(({ kind, entrypoint }) => `${kind} ${entrypoint ?? ''}`) : ['untyped'];
};

/** The same package with another `package.json`. */
function changed({ file }: Packed, change: (manifest: Record<string, unknown>) => void): Buffer {
  const files = new Map(
    [...unpackTarball(readFileSync(file))].map(([path, content]) => [path.slice('package/'.length), content]),
  );
  const manifest = JSON.parse(files.get('package.json')!.toString());
  change(manifest);
  return packTarball(files.set('package.json', Buffer.from(JSON.stringify(manifest))));
}

describe('every packed package', () => {
  it('has nothing that publint remarks on, suggestions included', async () => {
    for (const one of packed) expect([one.file, await lint(readFileSync(one.file))]).toEqual([one.file, []]);
  });

  it('has types that resolve in every mode: node10, node16 from CommonJS and from ESM, bundler', async () => {
    for (const one of packed)
      expect([one.file, await typeProblems(readFileSync(one.file))]).toEqual([one.file, []]);
  });
});

describe('a package with further entries', () => {
  it('resolves them in every mode, also where exports are not read, and keeps what acts when imported', async () => {
    const [web] = published().filter(({ name, earlier }) => name === '@standpoint/web' && !earlier);
    const entries = { '.': './src/index.ts', './react': './src/react.ts', './deep/er': './src/deep.ts' };
    const one: Published = {
      ...web!,
      entries,
      source: { ...web!.source, sideEffects: ['./src/react.ts'] },
    };
    const manifest = manifestOf(one) as { sideEffects: string[]; files: string[] };
    expect(manifest.sideEffects).toEqual(['./dist/react.mjs', './dist/react.cjs']);
    const files = new Map<string, Uint8Array>();
    const put = (path: string, text: string) => files.set(path, Buffer.from(text));
    put('package.json', JSON.stringify(manifest));
    for (const [path, stub] of Object.entries(stubsOf(one))) put(path, JSON.stringify(stub));
    for (const name of ['index', 'react', 'deep/er']) {
      put(`dist/${name}.mjs`, 'export const one = 1;');
      put(`dist/${name}.cjs`, 'exports.one = 1;');
      for (const ending of ['d.mts', 'd.cts'])
        put(`dist/${name}.${ending}`, 'export declare const one: number;');
    }
    expect(await typeProblems(packTarball(files))).toEqual([]);
    expect(await lint(packTarball(files))).toEqual([]);
  });
});

describe('control: the checks notice', () => {
  it('an entry whose file is missing, and one declaration for both kinds of module', async () => {
    const web = packed.find(({ name }) => name === '@standpoint/web')!;
    const missing = changed(web, (manifest) => {
      manifest.exports = { '.': { import: './dist/gone.mjs', require: './dist/index.cjs' } };
    });
    expect(await lint(missing)).not.toEqual([]);
    const oneForBoth = changed(web, (manifest) => {
      const to = { import: './dist/index.mjs', require: './dist/index.cjs' };
      manifest.exports = { '.': { types: './dist/index.d.mts', ...to } };
    });
    expect(await typeProblems(oneForBoth)).not.toEqual([]);
  });
});
