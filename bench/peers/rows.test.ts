import { expect, it } from 'vitest';
import { sharedService, testOrganization } from '../../apps/service/testing/hooks.ts';
import { commitFresh } from './rows.ts';

const service = sharedService();
const org = testOrganization(service);

it('writes the rows of a verification into the tables as they are now', async () => {
  const { pool } = service.database;
  expect(await commitFresh(pool, org.org, { sealed: 100, position_sealed: 50 })).toBe(true);
  const { rows } = await pool.query('SELECT count(*)::int AS kept FROM verification WHERE org = $1', [
    org.org,
  ]);
  expect(rows).toEqual([{ kept: 1 }]);
});
