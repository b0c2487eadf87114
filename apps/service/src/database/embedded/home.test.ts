import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { removeDataDir } from '../../../testing/cluster-folder.ts';
import { silent } from '../../../testing/database.ts';
import { connect } from '../connect.ts';
import { canReach, serverAccount } from './account.ts';
import { copiedBinaries, installedBinaries, repairLinks, runsAs } from './binaries.ts';
import { openEmbedded } from './embedded.ts';

const root = process.getuid?.() === 0;
const folder = mkdtempSync(join(tmpdir(), 'sp-home-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

test('makes the library links itself when install scripts were blocked', () => {
  const installed = installedBinaries();
  const blocked = copiedBinaries(installed, folder);
  const lib = join(blocked.native, 'lib');
  const links = readdirSync(lib).filter((name) => lstatSync(join(lib, name)).isSymbolicLink());
  for (const name of links) rmSync(join(lib, name));
  if (process.platform === 'linux') expect(runsAs(null, blocked)).toBe(false);
  repairLinks(blocked);
  expect(runsAs(null, blocked)).toBe(true);
  for (const name of links) expect(readlinkSync(join(lib, name))).not.toContain('/');
  repairLinks(blocked);
});

test.runIf(root)('runs as an unprivileged account from passwd', () => {
  const account = serverAccount(join(folder, 'absent'))!;
  expect(['postgres', 'nobody']).toContain(account.name);
  expect(account.uid).toBeGreaterThan(0);
  expect(canReach(account, folder)).toBe(true);
  chmodSync(folder, 0o700);
  expect(canReach(account, folder)).toBe(false);
  chmodSync(folder, 0o755);
});

test.runIf(root)(
  'is placed outside a home that its account cannot enter, and is found there again',
  async () => {
    const home = mkdtempSync(join(homedir(), 'sp-test-'));
    chmodSync(home, 0o700);
    const data_dir = join(home, '.standpoint');
    const first = await openEmbedded({ data_dir, log: silent });
    try {
      expect(first.facts.relocated).toBe(true);
      expect(first.facts.location).toMatch(/^\/var\/lib\/standpoint\/[0-9a-f]{16}\/postgres$/);
      expect(statSync(first.facts.location).uid).toBe(first.facts.uid);
      const database = connect({ connection: first.owner, log: silent });
      await database.pool.query('CREATE TABLE kept ()');
      await database.close();
      await first.leave();

      const second = await openEmbedded({ data_dir, log: silent });
      const again = connect({ connection: second.owner, log: silent });
      expect((await again.pool.query(`SELECT to_regclass('kept')::text AS kept`)).rows[0].kept).toBe('kept');
      await again.close();
      await second.leave();
      expect(second.facts).toEqual(first.facts);
    } finally {
      await removeDataDir(data_dir);
      rmSync(home, { recursive: true });
    }
    expect(existsSync(first.facts.location)).toBe(false);
  },
);
