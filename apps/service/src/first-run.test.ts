import { expect, test } from 'vitest';
import { testService } from '../testing/hooks.ts';
import { firstRun } from './first-run.ts';

const service = testService();

test('makes one organization with one key when several services start at once, and each gets it', async () => {
  const { database, config } = service;
  const demos = await Promise.all(Array.from({ length: 6 }, () => firstRun(database.db, config)));
  const keys = new Set(demos.map((demo) => demo?.api_key.key));
  expect([...keys]).toEqual([expect.stringMatching(/^sp_test_/)]);
  expect(await database.db.selectFrom('organization').select('org').execute()).toHaveLength(1);
});
