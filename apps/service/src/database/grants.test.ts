import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standpoint } from '../../testing/command.ts';
import { type FreshDatabase, freshDatabase, silent, urlOf } from '../../testing/database.ts';
import { openTestService, type TestService } from '../../testing/service.ts';
import { audit } from '../accounts/audit.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { privilegesOf } from './privileges.ts';

let fresh: FreshDatabase;
let service: TestService;
let superuser: pg.Pool;
beforeAll(async () => {
  fresh = await freshDatabase();
  superuser = new pg.Pool(fresh.superuser);
  service = await openTestService({ database: fresh });
  const { org } = await service.organization();
  await audit(service.database.db, { org, actor: 'system', action: 'test.noted' });
  await service.database.owner.query(
    `INSERT INTO audit_link SELECT org, 1, audit_id, 'h', 's' FROM audit LIMIT 1;
     INSERT INTO audit_head SELECT org, 1, now(), 'head' FROM audit LIMIT 1`,
  );
});
afterAll(async () => {
  await superuser.end();
  await service.close();
});

/** Runs statements in a transaction that is undone. */
async function undone(pool: pg.Pool, statement: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(statement);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const AUDIT = ['audit', 'audit_link', 'audit_head'];
const DENIED = /permission denied|must be owner|must be superuser|only roles with|permission to/i;

/** Statements that the owner of the tables may run, once it has switched the triggers off. */
const OWNERS: readonly string[] = [
  ...AUDIT.flatMap((table) => [
    `ALTER TABLE ${table} DISABLE TRIGGER USER`,
    `UPDATE ${table} SET org = org`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table}`,
  ]),
  `INSERT INTO audit (org, audit_id, actor, action, at) VALUES ('o', 'a', 'x', 'y', now() - interval '1 year')`,
  `INSERT INTO audit (org, audit_id, actor, action, tx) VALUES ('o', 'a', 'x', 'y', '3')`,
  `UPDATE spent_token SET outcome = 'revoked'`,
  'DELETE FROM spent_token',
  'DELETE FROM retention_run',
  'UPDATE retention_run SET started_at = now()',
  'CREATE TABLE planted (id int)',
  'CREATE FUNCTION planted() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  `INSERT INTO schema_migration (number, name, sha256) VALUES (9999, 'planted', '')`,
  'DROP TABLE audit',
];

/** Statements that only a superuser may run. */
const SUPERUSERS: readonly string[] = [
  `COPY (SELECT 1) TO PROGRAM 'cat > /dev/null'`,
  `SELECT pg_read_file('PG_VERSION')`,
  'SET LOCAL session_replication_role = replica',
  'CREATE ROLE planted SUPERUSER',
  "SELECT lo_import('/etc/hostname')",
];

describe('the role of the service', () => {
  it.each([...OWNERS, ...SUPERUSERS])('may not: %s', async (statement) => {
    await expect(undone(service.database.pool, statement)).rejects.toThrow(DENIED);
  });

  it('mutation control: the owner of the tables may each of its own, with the triggers off', async () => {
    const off = AUDIT.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER;`).join('');
    for (const statement of OWNERS) await undone(service.database.owner, `${off} ${statement}`);
    for (const statement of SUPERUSERS)
      await expect(undone(service.database.owner, statement), statement).rejects.toThrow(DENIED);
  });

  it('mutation control: a superuser may all of them', async () => {
    for (const statement of SUPERUSERS) await undone(superuser, statement);
  });

  it('is told apart from roles that may more', async () => {
    expect(await privilegesOf(service.database.pool)).toEqual({
      role: 'standpoint',
      dangerous: [],
      owning: [],
    });
    const owner = await privilegesOf(service.database.owner);
    expect(owner.dangerous).toEqual([]);
    expect(owner.owning).toEqual(
      expect.arrayContaining(['CREATE in the schema public', 'owner of audit', 'UPDATE on audit']),
    );
    expect((await privilegesOf(superuser)).dangerous).toContain('superuser');
  });

  it('gets its rights again to tables that a later version adds, and starts without DDL', async () => {
    await service.database.owner.query('CREATE TABLE later (id int)');
    await migrate(service.database.owner, { grant_to: 'standpoint' });
    await service.database.pool.query('INSERT INTO later VALUES (1)');
    await service.database.owner.query('DROP TABLE later');
    expect(await migrate(service.database.pool)).toEqual({ applied: [], pending: [] });
  });
});

describe('maintenance', () => {
  const statements = ['VACUUM customer', 'SELECT pg_switch_wal()'];

  it('runs as the owner, and is refused and logged once where there is none', async () => {
    expect(await service.database.maintain(statements)).toBe(true);
    const logged: object[] = [];
    const log = { ...silent, warn: (facts: object) => void logged.push(facts) };
    const alone = connect({ url: fresh.url, log });
    for (let i = 0; i < 2; i++)
      for (const each of statements) expect(await alone.maintain([each])).toBe(false);
    expect(logged.map((facts) => (facts as { statement: string }).statement)).toEqual(statements);
    await alone.close();
  });
});

describe('doctor', () => {
  const findings = async (env: Record<string, string>) => {
    const { json } = await standpoint(['doctor', '--json'], { ...service.variables, ...env });
    return json.findings.filter(({ name }: { name: string }) => /role/.test(name));
  };

  it('finds nothing where the roles are apart, and says what reads at DATABASE_READONLY_URL', async () => {
    await superuser.query(`DROP ROLE IF EXISTS test_reader`);
    await superuser.query(`CREATE ROLE test_reader LOGIN PASSWORD 'reads'`);
    await superuser.query('GRANT SELECT ON ALL TABLES IN SCHEMA public TO test_reader');
    const url = urlOf({ ...fresh.connection, user: 'test_reader', password: 'reads' });
    expect(await findings({ DATABASE_READONLY_URL: url })).toEqual([
      { name: 'database role', ok: true, says: expect.stringContaining('another role owns the tables') },
      { name: 'read-only role', ok: true, says: expect.stringContaining('test_reader only reads') },
    ]);
    const listed = await standpoint(['audit', 'list', '--json'], {
      ...service.variables,
      DATABASE_READONLY_URL: url,
    });
    expect(listed.json.entries.length).toBeGreaterThan(0);
    await superuser.query('DROP OWNED BY test_reader; DROP ROLE test_reader');
  });

  it('names what a role may that it should not', async () => {
    const [one] = await findings({ DATABASE_URL: fresh.owner_url, DATABASE_OWNER_URL: '' });
    expect(one).toMatchObject({
      ok: true,
      says: expect.stringMatching(/CREATE in the schema .*UPDATE on audit/),
    });
    const [same] = await findings({ DATABASE_URL: fresh.owner_url });
    expect(same).toMatchObject({ ok: false, says: expect.stringContaining('names the same role') });
    const [all] = await findings({ DATABASE_URL: urlOf(fresh.superuser), DATABASE_OWNER_URL: '' });
    expect(all).toMatchObject({ ok: false, says: expect.stringContaining('superuser') });
    const [, reader] = await findings({ DATABASE_READONLY_URL: fresh.url });
    expect(reader).toMatchObject({ ok: false, says: expect.stringContaining('may write') });
  });
});
