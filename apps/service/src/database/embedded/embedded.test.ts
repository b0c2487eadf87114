import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { within } from '../../../../../testing/busy.ts';
import { copyCluster } from '../../../testing/cluster/prepared.ts';
import { removeDataDir, temporaryDataDir } from '../../../testing/cluster-folder.ts';
import { silent } from '../../../testing/database.ts';
import { isAlive, type ProcessIdentity } from '../../data-folder/process-identity.ts';
import { connect, type DatabaseConnection } from '../connect.ts';
import { runningPostmaster } from './cluster.ts';
import { type Embedded, openEmbedded } from './embedded.ts';
import type { ClusterRecord } from './home.ts';

const MEMBER = fileURLToPath(new URL('../../../testing/member.ts', import.meta.url));
const data_dir = temporaryDataDir();
const run = (...path: string[]) => join(data_dir, 'run', ...path);
const children: ChildProcess[] = [];

beforeAll(() => copyCluster(data_dir));
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => removeDataDir(data_dir));

/** Starts a process that joins the cluster, and resolves when it has joined. */
async function startMember(
  folder = data_dir,
): Promise<{ child: ChildProcess; connection: DatabaseConnection }> {
  const child = spawn(process.execPath, [MEMBER, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = await once(createInterface(child.stdout!), 'line');
  return { child, connection: JSON.parse(line) };
}

async function ask(connection: DatabaseConnection): Promise<string> {
  const { pool, close } = connect({ connection, log: silent });
  try {
    return (await pool.query('SELECT current_database() AS name')).rows[0].name;
  } finally {
    await close();
  }
}

function published(): ProcessIdentity & DatabaseConnection {
  return JSON.parse(readFileSync(run('postgres.json'), 'utf8'));
}

const recorded = (): ClusterRecord => JSON.parse(readFileSync(join(data_dir, 'cluster.json'), 'utf8'));

/** Waits in a plain loop: an assertion that fails 500 times takes two seconds of processor. */
async function gone(process_: ProcessIdentity): Promise<void> {
  for (let i = 0; i < 6_000 && isAlive(process_); i++) await sleep(10);
  expect(isAlive(process_)).toBe(false);
}

describe('while it runs', () => {
  let opened: Embedded;
  beforeAll(async () => {
    opened = await openEmbedded({ data_dir, log: silent });
  });
  afterAll(() => opened?.leave());

  test('keeps every role behind a random password, which one round of hashing protects', async () => {
    const { superuser, owner, connection } = opened;
    const { pool, close } = connect({ connection: superuser, log: silent });
    const { rows } = await pool.query('SELECT rolname, rolpassword FROM pg_authid WHERE rolcanlogin');
    await close();
    const roles = [superuser, owner, connection];
    expect(rows.map(({ rolname }) => rolname).toSorted()).toEqual(roles.map(({ user }) => user).toSorted());
    for (const { rolpassword } of rows) expect(rolpassword).toMatch(/^SCRAM-SHA-256\$1:/);
    // The reason why one round is enough.
    for (const { password } of roles) expect(Buffer.from(password, 'base64url')).toHaveLength(24);
  });

  test('listens on a private socket only and keeps its password in private files', async () => {
    const { connection, facts } = opened;
    expect(await ask(connection)).toBe('standpoint');
    expect(facts.version).toMatch(/^18\./);
    expect(statSync(connection.host).mode & 0o777).toBe(0o700);
    expect(statSync(run('postgres.json')).mode & 0o777).toBe(0o600);
    const { pool, close } = connect({ connection, log: silent });
    const { rows } = await pool.query('SHOW listen_addresses');
    expect(rows[0].listen_addresses).toBe('');
    await expect(ask({ ...connection, password: 'wrong' })).rejects.toThrow('password authentication failed');
    await close();
  });
});

test('is stopped when its last member leaves, not earlier', async () => {
  const first = await openEmbedded({ data_dir, log: silent });
  const second = await startMember();
  expect(second.connection).toEqual(first.connection);
  const postmaster = published();
  await first.leave();
  expect(await ask(second.connection)).toBe('standpoint');
  second.child.stdin!.end();
  await once(second.child, 'exit');
  expect(isAlive(postmaster)).toBe(false);
  expect(existsSync(run('postgres.json'))).toBe(false);
});

describe('in a folder whose path does not fit in a socket address', () => {
  const top = temporaryDataDir();
  const folder = join(top, 'a'.repeat(60), 'b'.repeat(60));
  afterAll(async () => {
    await removeDataDir(folder);
    await removeDataDir(top);
  });

  test('becomes one cluster when several processes start it for the first time at once', async () => {
    mkdirSync(folder, { recursive: true });
    const members = await Promise.all([startMember(folder), startMember(folder), startMember(folder)]);
    const pids = new Set(members.map(({ connection }) => connection.password));
    expect(pids.size).toBe(1);
    expect(await Promise.all(members.map(({ connection }) => ask(connection)))).toHaveLength(3);
    expect(statSync(join(folder, 'cluster.json')).mode & 0o777).toBe(0o600);
    // What handed the password to the new cluster is gone.
    expect(readdirSync(folder).filter((name) => name.endsWith('.pw'))).toEqual([]);
  });

  test('uses a short folder for the socket, which goes with the server', async () => {
    const embedded = await openEmbedded({ data_dir: folder, log: silent });
    const { host } = embedded.connection;
    expect(Buffer.byteLength(host)).toBeLessThan(92);
    expect(host).toContain('standpoint-');
    expect(await ask(embedded.connection)).toBe('standpoint');
    await embedded.leave();
    expect(existsSync(host)).toBe(false);
  });
});

test('outlives kill -9 of the process that started it, and the next start adopts it', async () => {
  const { child } = await startMember();
  const postmaster = published();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isAlive(postmaster)).toBe(true);
  const next = await openEmbedded({ data_dir, log: silent });
  expect(published().pid).toBe(postmaster.pid);
  expect(await ask(next.connection)).toBe('standpoint');
  // The killed process still has an entry, which does not count.
  await next.leave();
  await gone(postmaster);
});

test('is stopped soon after kill -9 of its last member when nothing starts again', async () => {
  const { child } = await startMember();
  const other = await startMember();
  const postmaster = published();
  child.kill('SIGKILL');
  await once(child, 'exit');
  // The guard of the killed process acts after five seconds. It must leave the server to the other member.
  await sleep(8_000);
  expect(await ask(other.connection)).toBe('standpoint');
  other.child.kill('SIGKILL');
  await once(other.child, 'exit');
  const begun = performance.now();
  await gone(postmaster);
  expect(performance.now() - begun).toBeLessThan(within(10_000));
  await expect.poll(() => existsSync(run('postgres.json'))).toBe(false);
});

test('answers again within two seconds of kill -9 of the postmaster, whichever process started it', async () => {
  const { child } = await startMember();
  const embedded = await openEmbedded({ data_dir, log: silent });
  const { pool, close } = connect({ connection: embedded.owner, log: silent });
  await pool.query('CREATE TABLE IF NOT EXISTS kept (id int)');
  await pool.query('INSERT INTO kept VALUES (1)');
  for (let round = 0; round < 2; round++) {
    const killed = published();
    process.kill(killed.pid, 'SIGKILL');
    const begun = performance.now();
    let rows: unknown[] | undefined;
    while (!rows && performance.now() - begun < 60_000) {
      await sleep(20);
      rows = await pool.query('SELECT * FROM kept').then(
        (result) => (published().pid === killed.pid ? undefined : result.rows),
        () => undefined,
      );
    }
    expect(rows).toHaveLength(1);
    expect(performance.now() - begun).toBeLessThan(within(2_000));
  }
  await pool.query('DROP TABLE kept');
  await close();
  child.stdin!.end();
  await once(child, 'exit');
  const last = published();
  await embedded.leave();
  await gone(last);
});

test('starts when the pid in a postmaster.pid that a crash left belongs to another program now', async () => {
  const { child, connection } = await startMember();
  const killed = published();
  child.kill('SIGKILL');
  await once(child, 'exit');
  process.kill(killed.pid, 'SIGKILL');
  await gone(killed);
  const { location } = await reopen((facts) => facts);
  const path = join(location, 'postmaster.pid');
  expect(existsSync(path)).toBe(false);
  writeFileSync(path, `${process.pid}\n${location}\n1\n5432\n${connection.host}\n\n 1 1\nready   \n`);
  expect(runningPostmaster(location)).toBe(null);
  expect(await reopen(({ location: same }) => same)).toBe(location);
});

async function reopen<T>(look: (facts: Awaited<ReturnType<typeof openEmbedded>>['facts']) => T): Promise<T> {
  const embedded = await openEmbedded({ data_dir, log: silent });
  await ask(embedded.connection);
  await embedded.leave();
  return look(embedded.facts);
}

test('uses 127.0.0.1 with a password when unix sockets are missing', async () => {
  const embedded = await openEmbedded({ data_dir, log: silent, unix_sockets: false });
  expect(embedded.connection.host).toBe('127.0.0.1');
  expect(await ask(embedded.connection)).toBe('standpoint');
  await expect(ask({ ...embedded.connection, password: 'wrong' })).rejects.toThrow('password');
  const joined = await startMember();
  expect(joined.connection).toEqual(embedded.connection);
  joined.child.stdin!.end();
  await once(joined.child, 'exit');
  await embedded.leave();
});

test.runIf(process.getuid?.() === 0)(
  'says how to restore access when its account can no longer enter the data directory',
  async () => {
    if (recorded().relocated_to) return;
    const { mode } = statSync(data_dir);
    chmodSync(data_dir, 0o700);
    try {
      await expect(openEmbedded({ data_dir, log: silent })).rejects.toThrow(/cannot enter .*chmod o\+x/);
    } finally {
      chmodSync(data_dir, mode);
    }
  },
);

// The last test, because the others need the database.
test('refuses to start with an empty database when the one it made is missing', async () => {
  rmSync(join(recorded().relocated_to ?? data_dir, 'postgres'), { recursive: true });
  await expect(openEmbedded({ data_dir, log: silent })).rejects.toThrow(/is missing, but it was created at/);
});
