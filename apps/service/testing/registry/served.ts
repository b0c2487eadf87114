import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { later } from '../../../../testing/later.ts';
import { BY_CLI } from '../../src/accounts/audit.ts';
import { makePackageToken } from '../../src/accounts/package-tokens.ts';
import { registry } from '../../src/registry/serve.ts';
import { testOrganization, testService } from '../hooks.ts';
import { importRelease, packedTree } from './release.ts';

export const NATIVE = '/npm/@standpoint%2freact-native';
export const TARBALL = '/npm/@standpoint/react-native/-/react-native-0.5.0.tgz';
export const JAR = '/maven/dev/standpoint/android/0.5.0/android-0.5.0.jar';
export const ZIP = '/ios/Standpoint-0.5.0.xcframework.zip';

export const basic = (password: string, user = 'token') =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** For all tests of this file: a registry that listens, with an imported release, and a token for each test. */
export function servedRegistry() {
  const folder = mkdtempSync(join(tmpdir(), 'sp-registry-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const service = testService({
    plugins: () => [registry],
    unlimited: true,
    replace: { packed_tree: async () => packedTree(folder) },
  });
  const org = testOrganization(service);
  let address: string;
  let made: { id: string; token: string } | undefined;
  beforeAll(async () => {
    address = await service.listen();
    await importRelease(service.database.db, folder);
  });
  beforeEach(async () => {
    made = await makePackageToken(service.database.db, BY_CLI, { org: org.org, name: 'CI' });
  });
  const token = later('token', () => made);
  const bearer = (text = token.token) => ({ authorization: `Bearer ${text}` });
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${address}${path}`, { headers, method });
  return { folder, service, org, token, bearer, get };
}
