import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestService, type TestService } from '../testing/service.ts';
import { firstRun } from './first-run.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

test('makes one organization with one key when several services start at once, and each gets it', async () => {
  const { database, config } = service;
  const demos = await Promise.all(Array.from({ length: 6 }, () => firstRun(database.db, config)));
  const keys = new Set(demos.map((demo) => demo?.api_key.key));
  expect([...keys]).toEqual([expect.stringMatching(/^sp_test_/)]);
  expect(await database.db.selectFrom('organization').select('org').execute()).toHaveLength(1);
});
