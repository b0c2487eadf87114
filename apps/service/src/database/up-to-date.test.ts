import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { bringUpToDate, ForeignSchema } from './migrate.ts';
import { keepPartitions, PARTITIONED } from './partitions.ts';

/** A start and a command look by themselves, and connect as the owner of the tables only if something is missing. */
let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

const ASKED = 'the owner was asked';
const owner = { connect: () => Promise.reject(new Error(ASKED)) } as unknown as pg.Pool;
const look = () => bringUpToDate({ ...fresh, owner, service_role: async () => 'standpoint' });

describe('a schema', () => {
  it('of this version leaves the owner alone', async () => {
    await look();
  });

  it.each([
    [
      'a right to a table',
      'REVOKE SELECT ON customer FROM standpoint',
      'GRANT SELECT ON customer TO standpoint',
    ],
    [
      'a migration of the worker',
      'UPDATE graphile_worker.migrations SET id = -id WHERE id = (SELECT max(id) FROM graphile_worker.migrations)',
      'UPDATE graphile_worker.migrations SET id = -id WHERE id < 0',
    ],
    [
      'the history',
      'ALTER TABLE schema_migration RENAME TO schema_history',
      'ALTER TABLE schema_history RENAME TO schema_migration',
    ],
  ])('that lacks %s is the owner’s to complete', async (_what, remove, restore) => {
    await fresh.owner.query(remove);
    try {
      await expect(look()).rejects.toThrow(ASKED);
    } finally {
      await fresh.owner.query(restore);
    }
    await look();
  });

  it('that lacks a migration is the owner’s to complete', async () => {
    const { rows } = await fresh.owner.query<{ name: string; sha256: string }>(
      'DELETE FROM schema_migration WHERE number = 1 RETURNING name, sha256',
    );
    await expect(look()).rejects.toThrow(ASKED);
    const { name, sha256 } = rows[0]!;
    await fresh.owner.query('INSERT INTO schema_migration VALUES (1, $1, $2)', [name, sha256]);
    await look();
  });

  it('of a newer version is refused without the owner', async () => {
    await fresh.owner.query(`INSERT INTO schema_migration VALUES (999, 'newer', 'x')`);
    await expect(look()).rejects.toThrow(ForeignSchema);
    await fresh.owner.query('DELETE FROM schema_migration WHERE number = 999');
  });
});

describe('partitions', () => {
  // Those of the run's template are as old as the run, and every six hours a further one is due.
  beforeAll(() => keepPartitions(fresh.owner, { tables: PARTITIONED }));
  const keep = () => keepPartitions(owner, { tables: PARTITIONED, reader: fresh.pool });

  it('that are all there leave the owner alone', async () => {
    expect(await keep()).toEqual({ created: [], dropped: [], busy: false });
  });

  it('that have ended, or are not there yet, are the owner’s to drop and make', async () => {
    await fresh.owner.query('CREATE TABLE spent_token_2020010100 (LIKE spent_token INCLUDING ALL)');
    await expect(keep()).rejects.toThrow(ASKED);
    await fresh.owner.query('DROP TABLE spent_token_2020010100');
    const { rows } = await fresh.owner.query<{ name: string }>(
      `SELECT max(relname) AS name FROM pg_class WHERE relname ~ '^evidence_seen_\\d{10}$'`,
    );
    await fresh.owner.query(`ALTER TABLE evidence_seen DETACH PARTITION ${rows[0]!.name}`);
    await fresh.owner.query(`DROP TABLE ${rows[0]!.name}`);
    await expect(keep()).rejects.toThrow(ASKED);
  });
});
