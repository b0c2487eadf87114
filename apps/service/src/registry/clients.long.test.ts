import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { CLIENTS, type Client } from '../../testing/registry/clients.ts';
import { importRelease, OF_MAVEN, packedTree, RELEASE } from '../../testing/registry/release.ts';
import { BY_CLI } from '../accounts/audit.ts';
import { changeSettings } from '../accounts/organizations.ts';
import { endPackageToken, listPackageTokens, makePackageToken } from '../accounts/package-tokens.ts';
import { filesFor, TOOLS } from '../cli/packages/place.ts';
import { filled, writeFile } from '../cli/packages/write-files.ts';
import { readArtifacts } from './artifacts/read.ts';
import { registry } from './serve.ts';

// In `npm test`: `./serve.test.ts`.

/** The clients that people have, against a started service, with the files that `packages login` writes. */
const folder = mkdtempSync(join(tmpdir(), 'sp-clients-'));
afterAll(() => rmSync(folder, { recursive: true }));
const service = testService({
  plugins: () => [registry],
  listen: 'ports',
  replace: { packed_tree: async () => packedTree(join(folder, 'tree')) },
});
const org = testOrganization(service);
beforeAll(() => importRelease(service.database.db, join(folder, 'release'), { ...RELEASE, ...OF_MAVEN }));

const token = (name: string) => makePackageToken(service.database.db, BY_CLI, { org: org.org, name });

let made = 0;
/** A computer and a project of its own, logged in with this secret. */
async function install(client: Client, secret: string | null, patient = false) {
  const { base_url } = service.config;
  const [home, project] = [join(folder, `${++made}/home`), join(folder, `${made}/project`)];
  for (const each of [home, project]) mkdirSync(each, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"name":"app","version":"1.0.0","private":true}');
  const files = filesFor(base_url, TOOLS).filter(({ file }) => secret !== null || file === '.npmrc');
  for (const file of filled(files, secret ?? '')) writeFile(file, { home, project });
  return client.install({ home, project, base_url, patient });
}

/** What a person at each client reads; curl with -f prints the status alone. */
const SENTENCE = {
  missing: /This package needs a package token \(pkg_(…|\.{3})\), and none was sent\./,
  revoked: /The package token .CI. \(pkt_\w+\) was revoked on 20/,
  key: /That is an API key \(sp_(…|\.{3})\), a secret of your backend\./,
};
const STATUS_LINE = {
  missing: 'Package token missing',
  revoked: /Package token pkt_\w+ was revoked/,
  key: 'API key instead of a package token',
};
const READS: Record<string, Record<'missing' | 'revoked' | 'key', string | RegExp>> = {
  npm: SENTENCE,
  pnpm: STATUS_LINE,
  yarn: SENTENCE,
  Maven: STATUS_LINE,
  'curl, as CocoaPods calls it': { missing: '401', revoked: '401', key: '401' },
};

it('takes what npm pack writes, long names and letters of any language included', async () => {
  const source = join(folder, 'source');
  const long = join('a'.repeat(90), 'b'.repeat(90), 'ελληνικά.js');
  mkdirSync(join(source, long, '..'), { recursive: true });
  writeFileSync(join(source, 'package.json'), '{"name":"@standpoint/packed","version":"1.0.0"}');
  writeFileSync(join(source, long), 'x');
  expect(spawnSync('npm', ['pack', '--pack-destination', folder], { cwd: source }).status).toBe(0);
  const [packed] = readArtifacts([join(folder, 'standpoint-packed-1.0.0.tgz')]);
  expect(packed).toMatchObject({ name: '@standpoint/packed', version: '1.0.0', file: 'packed-1.0.0.tgz' });
});

/** The token of an organization that may make one call a second. */
async function slowToken(): Promise<string> {
  const { org: slow } = await service.organization();
  await changeSettings(service.database.db, slow, { limits: { package_token: { rate: 1, burst: 1 } } });
  service.deps.organizations.clear();
  return (await makePackageToken(service.database.db, BY_CLI, { org: slow, name: 'CI' })).token;
}
for (const client of CLIENTS)
  describe.skipIf(client.missing !== null)(
    `registry-real-clients: ${client.name}${client.missing === null ? '' : ` (skipped: ${client.missing})`}`,
    () => {
      const reads = READS[client.name]!;

      it('installs a private package with a token, and the token says so', async () => {
        const { id, token: secret } = await token('CI');
        const { code, said, got } = await install(client, secret);
        expect([code, got === null], said).toEqual([0, false]);
        const used = (await listPackageTokens(service.database.db, org.org)).find((each) => each.id === id);
        const [tool] = client.name.split(',');
        expect(used!.tools.map((each) => each.tool)).toEqual([tool]);
      });

      it('installs nothing without one', async () => {
        const { code, said, got } = await install(client, null);
        expect([code === 0, got]).toEqual([false, null]);
        expect(said).toMatch(reads.missing);
      });

      it('installs nothing with one that was revoked', async () => {
        const { id, token: secret } = await token('CI');
        await endPackageToken(service.database.db, BY_CLI, { org: org.org, token_id: id });
        const { code, said, got } = await install(client, secret);
        expect([code === 0, got]).toEqual([false, null]);
        expect(said).toMatch(reads.revoked);
        expect(said).not.toContain(secret);
      });

      // Maven 3.8 does not try again after 429.
      it.runIf(client.name === 'npm')('waits and goes on after too many calls', async () => {
        const { limiter } = service.deps;
        const refusals = vi.spyOn(limiter, 'take');
        const { code, said, got } = await install(client, await slowToken(), true);
        expect([code, got === null], said).toEqual([0, false]);
        const verdicts = await Promise.all(refusals.mock.results.map(({ value }) => value));
        expect(verdicts.some(({ allowed }) => !allowed)).toBe(true);
        refusals.mockRestore();
      });

      it('installs nothing with an API key in its place', async () => {
        const { code, said, got } = await install(client, org.api.production);
        expect([code === 0, got]).toEqual([false, null]);
        expect(said).toMatch(reads.key);
        expect(said).not.toContain(org.api.production);
      });
    },
  );
