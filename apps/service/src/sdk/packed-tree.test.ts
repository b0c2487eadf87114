import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { libraryOf } from '../../../../architecture/homes.ts';
import { within } from '../../../../testing/busy.ts';
import { unpackTarball } from '../../testing/packages/tarball.ts';
import { type Packed, packedTree } from './packed-tree.ts';
import { published } from './published.ts';
import { packTarball } from './tarball.ts';

let packed: readonly Packed[];
beforeAll(async () => {
  packed = await packedTree();
});

const manifestIn = ({ folder }: Packed) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const filesIn = ({ folder }: Packed, pattern = '**/*') =>
  globSync(pattern, { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
const textsIn = (one: Packed, pattern: string) =>
  filesIn(one, pattern).map((name) => [name, readFileSync(join(one.folder, name), 'utf8')] as const);

/** Every path that a value of `exports` ends in. */
const targets = (exports: unknown): string[] =>
  typeof exports === 'string' ? [exports] : Object.values(exports as object).flatMap(targets);

/** The names in the list of exports with which a built file ends. */
function namesExported(file: string): string[] {
  const [, list = ''] = /^export \{([^}]*)\}/m.exec(readFileSync(file, 'utf8')) ?? [];
  return list.split(',').map(
    (name) =>
      name
        .trim()
        .replace(/^type /, '')
        .split(' as ')
        .at(-1)!,
  );
}

describe('the packed packages', () => {
  it('are the web SDK in both generations and the Node SDK, and no private one', () => {
    expect(packed.map(({ name, version }) => `${name}@${version}`)).toEqual(
      expect.arrayContaining(['@standpoint/node@0.5.0', '@standpoint/web@0.5.0', '@standpoint/web@0.3.0']),
    );
    expect(packed.filter(({ name }) => /contract|face-models/.test(name))).toEqual([]);
  });

  it('have built files behind every entry, and no entry that only our own pages use', () => {
    for (const one of packed) {
      const { exports, main, types, module } = manifestIn(one);
      const named = [...targets(exports), main, types, module];
      expect(named.filter((path) => !existsSync(join(one.folder, path)))).toEqual([]);
      expect(named.filter((path) => /\/src\/|(?<!\.d)\.[mc]?ts$/.test(path))).toEqual([]);
      expect(Object.keys(exports)).not.toContain('./phone');
    }
  });

  it('declare what each entry exports by its own names', () => {
    for (const one of packed) {
      const { exports } = manifestIn(one);
      for (const entry of Object.keys(exports).filter((path) => exports[path].import)) {
        const { types, default: code } = exports[entry].import;
        const [declared, there] = [types, code].map((path) => namesExported(join(one.folder, path)));
        expect([entry, there!.filter((name) => !declared!.includes(name))]).toEqual([entry, []]);
        expect([entry, there!.length > 0]).toEqual([entry, true]);
      }
    }
  });

  it('depend on nothing of ours, and contain neither the contract nor TypeBox', () => {
    for (const one of packed) {
      const { dependencies = {}, peerDependencies = {} } = manifestIn(one);
      const named = Object.keys({ ...dependencies, ...peerDependencies });
      expect(named.filter((name) => name.startsWith('@standpoint/'))).toEqual([]);
      for (const [name, text] of textsIn(one, 'dist/**'))
        expect([name, /@standpoint\/contract|typebox|TObject|TSchema/.exec(text)?.[0]]).toEqual([
          name,
          undefined,
        ]);
    }
  });

  it('carry licence, README, engines and what they are, and nothing of this machine', () => {
    for (const one of packed) {
      const { license, engines, description, sideEffects, version } = manifestIn(one);
      expect({ license, engines, sideEffects, version }).toEqual({
        license: 'Apache-2.0',
        // jose is ESM alone: from CommonJS it needs a Node.js that requires ESM.
        engines: { node: one.name === '@standpoint/node' ? '^20.19.0 || >=22.12.0' : '>=20' },
        sideEffects: false,
        version: one.version,
      });
      expect(description.length).toBeGreaterThan(20);
      expect(filesIn(one)).toEqual(expect.arrayContaining(['LICENSE', 'README.md']));
      for (const [name, text] of textsIn(one, '**/*'))
        expect([name, text.includes(process.cwd()) || /standpoint-pack-|\]\(\.\.?\//.test(text)]).toEqual([
          name,
          false,
        ]);
    }
  });

  it('say their own version and generation to the service', () => {
    for (const one of packed.filter(({ name }) => name === '@standpoint/web')) {
      const code = textsIn(one, 'dist/**/*.mjs')
        .map(([, text]) => text)
        .join('\n');
      expect(code).toContain(`"${one.version}"`);
      expect(code).toContain(`"${one.version.slice(0, 3)}"`);
      expect(manifestIn(one).publishConfig.tag).toBe(one.version.startsWith('0.3') ? 'v0.3' : undefined);
    }
  });

  it('import nothing that their package.json does not name, and modules of Node.js in the Node SDK alone', () => {
    for (const one of packed) {
      const { dependencies = {}, peerDependencies = {} } = manifestIn(one);
      const allowed = Object.keys({ ...dependencies, ...peerDependencies });
      const named = textsIn(one, 'dist/**/*.{mjs,cjs,mts,cts}').flatMap(([, text]) =>
        [...text.matchAll(/(?:from\s*|import\s*\(?\s*|require\()["']([^."'][^"']*)["']/g)].map(
          ([, to]) => to!,
        ),
      );
      const ofNode = one.name === '@standpoint/node' ? /^node:/ : /^$/;
      const used = named.filter((to) => !ofNode.test(to)).map(libraryOf);
      expect([one.name, [...new Set(used)].filter((to) => !allowed.includes(to))]).toEqual([one.name, []]);
      if (one.name === '@standpoint/node') expect(used).toContain('jose');
    }
  });

  it('are not packed from their sources by mistake', () => {
    for (const { source } of published())
      expect((source.scripts as Record<string, string>).prepack).toMatch(/npm run packages.*exit 1$/);
    for (const one of packed) expect(manifestIn(one).scripts).toBeUndefined();
  });

  it('use nothing of Node.js in the browser', () => {
    for (const one of packed.filter(({ name }) => name === '@standpoint/web'))
      for (const [name, text] of textsIn(one, 'dist/**/*.mjs'))
        expect([name, /\b(process|Buffer|__dirname|global)\b[.[(]|from ["']node:/.exec(text)?.[0]]).toEqual([
          name,
          undefined,
        ]);
  });

  it('are tarballs of npm: every file below package/, package.json first, the same bytes each time', () => {
    for (const one of packed) {
      const bytes = readFileSync(one.file);
      const files = unpackTarball(bytes);
      expect([...files.keys()][0]).toBe('package/package.json');
      expect([...files.keys()].sort()).toEqual(filesIn(one).map((name) => `package/${name}`));
      for (const [name, content] of files)
        expect(content.equals(readFileSync(join(one.folder, name.slice('package/'.length))))).toBe(true);
      const again = packTarball(
        new Map([...files].reverse().map(([name, content]) => [name.slice('package/'.length), content])),
      );
      expect(again.equals(bytes)).toBe(true);
    }
  });

  it('are found again without a build while their sources stay the same', async () => {
    const started = performance.now();
    expect(await packedTree()).toEqual(packed);
    expect(performance.now() - started).toBeLessThan(within(2_000));
  });
});

describe('what is published', () => {
  it('is one line in package.json for each entry', () => {
    for (const { source, entries, earlier } of published().filter(({ earlier }) => !earlier))
      expect([earlier, Object.keys(entries)]).toEqual([
        false,
        Object.keys(source.exports).filter(
          (path) => !source.standpoint?.internal?.includes(path) && /\.tsx?$/.test(source.exports[path]!),
        ),
      ]);
  });
});
