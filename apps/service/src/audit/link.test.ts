import { describe, expect, it } from 'vitest';
import { entriesOf } from '../../testing/audit/entries.ts';
import { sharedService, testOrganization } from '../../testing/hooks.ts';
import { mutant } from '../../testing/mutant.ts';
import { linkEntries } from './link.ts';
import { findUnlinked, walkChain } from './verify-chain.ts';

const service = sharedService();
const org = testOrganization(service);
const { note, linkAll, chainLength } = entriesOf(service, org);

describe('the chain', () => {
  it('mutation control: misses the entry that commits late without the oldest running transaction', async () => {
    const { linkEntries: careless } = await mutant<{ linkEntries: typeof linkEntries }>('audit/link.ts', [
      'AND a.tx < ${horizon}::xid8`',
      '`',
    ]);
    const of = (await service.organization('Careless')).org;
    const late = await service.database.pool.connect();
    await late.query('BEGIN');
    await late.query(
      `INSERT INTO audit (org, audit_id, actor, action) VALUES ($1, 'aud_late', 'system', 'test.late')`,
      [of],
    );
    await note(service.database.db, 1, of);
    await careless(service.deps);
    await late.query('COMMIT');
    late.release();
    await linkAll(of);
    expect((await findUnlinked(service.deps, of)).problem).toMatchObject({ audit_id: 'aud_late' });
  });

  it('links what a copy from another cluster brought, and goes on with the new numbers', async () => {
    const other = (await service.organization('Copied')).org;
    await linkAll();
    // The numbers of the other cluster are far ahead, and two entries were not linked when it was copied.
    await service.database.owner.query(`UPDATE audit_place SET tx = '900000000000'`);
    await service.database.owner.query(
      `INSERT INTO audit (org, audit_id, actor, action, tx)
       VALUES ($1, 'aud_a', 'system', 'test.copied', '900000000001'),
              ($1, 'aud_b', 'system', 'test.copied', '3')`,
      [other],
    );
    await note(service.database.db, 1, other);
    await expect
      .poll(async () => {
        await linkEntries(service.deps);
        await note(service.database.db, 2, other);
        return chainLength(other);
      })
      .toBeGreaterThan(4);
    await expect
      .poll(
        async () =>
          (await linkEntries(service.deps)) >= 0 && (await findUnlinked(service.deps, other)).problem,
      )
      .toBe(null);
    expect((await walkChain(service.deps, other, [])).problem).toBe(null);
  });
});
