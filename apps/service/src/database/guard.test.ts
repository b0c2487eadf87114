import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { copyServer, newServer, type TestServer } from '../../testing/cluster/server.ts';
import { removeDataDir, temporaryDataDir } from '../../testing/cluster-folder.ts';
import { faultsOf, refuseUnsafe } from './guard.ts';

const data_dir = temporaryDataDir();
let server: TestServer;
beforeAll(async () => {
  server = await newServer(data_dir, 'guarded');
});
afterEach(() => server.stop());
afterAll(() => removeDataDir(data_dir));

test('accepts the embedded server as it is', async () => {
  await refuseUnsafe((await server.start()).pool);
});

test.each(['fsync', 'full_page_writes', 'synchronous_commit'])('refuses %s=off', async (setting) => {
  const { pool } = await server.start({ [setting]: 'off' });
  await expect(refuseUnsafe(pool)).rejects.toThrow(`The database runs with ${setting}=off`);
});

test('lists every fault at once', async () => {
  const { pool } = await server.start({ fsync: 'off', synchronous_commit: 'off' });
  await expect(refuseUnsafe(pool)).rejects.toThrow(/fsync=off.*synchronous_commit=off/);
});

test('refuses a replica', async () => {
  await server.start();
  await server.stop();
  const standby = copyServer(data_dir, server, 'standby', true);
  const { pool } = await standby.start();
  await expect(refuseUnsafe(pool)).rejects.toThrow('The database is a replica: connect to the primary.');
  await standby.stop();
});

test('refuses PostgreSQL 14', () => {
  const facts = { in_recovery: false, fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
  expect(faultsOf({ ...facts, server_version_num: 140_018 })).toEqual([
    'The database is PostgreSQL 14: version 15 or newer is needed.',
  ]);
  expect(faultsOf({ ...facts, server_version_num: 150_000 })).toEqual([]);
});
