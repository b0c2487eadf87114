import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMONJS, ESM, TYPED } from '../../testing/packages/programs.ts';
import { unpackTarball } from '../../testing/packages/tarball.ts';
import { nodeVersions, tools } from '../../testing/packages/tools.ts';
import { openTestService, type TestOrganization, type TestService } from '../../testing/service.ts';
import { REPOSITORY } from '../pages/built.ts';
import { type Packed, packedTree } from './packed-tree.ts';

/** In `npm test`: `packed-tree.test.ts`. */

let packed: readonly Packed[];
let service: TestService;
let organization: TestOrganization;
let address: string;
/** A project outside of the repository that has installed the packages by name. */
let project: string;

const newest = (name: string) => packed.find((one) => one.name === name)!;

beforeAll(async () => {
  packed = await packedTree();
  service = await openTestService({ unlimited: true });
  organization = await service.organization();
  address = await service.listen();
  project = mkdtempSync(join(tmpdir(), 'standpoint-project-'));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true }));
  const files = ['@standpoint/web', '@standpoint/node'].map((name) => newest(name).file);
  npm(['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...files]);
});
afterAll(async () => {
  rmSync(project, { recursive: true, force: true });
  await service.close();
});

function npm(parameters: readonly string[], cwd = project): string {
  const { status, stdout, stderr } = spawnSync('npm', parameters, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${parameters.join(' ')}: ${stderr}`);
  return stdout;
}

const run = promisify(execFile);

describe('what npm packs of the same folder', () => {
  it('has the same files', () => {
    for (const { file, folder } of packed) {
      const [{ files }] = JSON.parse(npm(['pack', '--dry-run', '--json', '--ignore-scripts'], folder));
      const ours = [...unpackTarball(readFileSync(file)).keys()].map((path) => path.slice('package/'.length));
      expect(files.map(({ path }: { path: string }) => path).sort()).toEqual(ours.sort());
    }
  });
});

describe('a project that has installed the packages', () => {
  for (const { major, path } of nodeVersions())
    for (const [kind, file, program] of [
      ['import', 'esm.mjs', ESM],
      ['require', 'commonjs.cjs', COMMONJS],
    ] as const)
      it.skipIf(!path)(
        `runs them with ${kind} on Node.js ${major}${path ? '' : ' (skipped: npm has no build of it for this machine)'}`,
        async () => {
          writeFileSync(join(project, file), program);
          const { stdout, stderr } = await run(path!, [file, address, organization.api.production], {
            cwd: project,
            timeout: 60_000,
          });
          expect(stderr).toBe('');
          expect(JSON.parse(stdout)).toEqual({
            token: 3,
            event: 'policy.published',
            refused: [true, 'api_key_invalid'],
            here: [true, 'ssr_unavailable'],
          });
        },
      );

  const compilers = () => ({
    'TypeScript 5': [process.execPath, join(tools(), 'typescript/bin/tsc')],
    'TypeScript 7': [process.execPath, join(REPOSITORY, 'node_modules/typescript/bin/tsc')],
  });
  for (const compiler of ['TypeScript 5', 'TypeScript 7'] as const)
    for (const [resolution, module, file] of [
      ['node16', 'node16', 'typed.mts'],
      ['node16', 'node16', 'typed.cts'],
      ['bundler', 'esnext', 'typed.ts'],
    ] as const)
      it(`compiles ${file} with ${compiler} and moduleResolution ${resolution}`, async () => {
        writeFileSync(join(project, file), TYPED);
        const [node, tsc] = compilers()[compiler];
        const parameters = [
          ...['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022'],
          ...['--lib', 'es2022,dom,dom.iterable', '--types', 'node', '--typeRoots', join(tools(), '@types')],
          ...['--module', module, '--moduleResolution', resolution, file],
        ];
        const { status, stdout } = spawnSync(node!, [tsc!, ...parameters], {
          cwd: project,
          encoding: 'utf8',
        });
        expect([status, stdout]).toEqual([0, '']);
      });

  it('gets no entry that is not published', () => {
    const { stderr } = spawnSync(process.execPath, ['-e', "require('@standpoint/web/phone')"], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(stderr).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });
});
