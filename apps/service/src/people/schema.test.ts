import { expect, it } from 'vitest';
import { sharedService } from '../../testing/hooks.ts';

const service = sharedService();

it('has the tables and columns that better-auth expects', async () => {
  const { getMigrations } = await import('better-auth/db/migration');
  const auth = await service.deps.people.auth();
  const { toBeCreated, toBeAdded } = await getMigrations(auth.options);
  expect(toBeCreated.map(({ table }) => table)).toEqual([]);
  expect(toBeAdded.map(({ table, fields }) => [table, Object.keys(fields)])).toEqual([]);
});
