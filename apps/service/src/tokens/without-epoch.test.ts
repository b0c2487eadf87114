import { afterAll, expect, it, vi } from 'vitest';
import { oldEpoch } from '../../testing/attacks.ts';
import { mutant } from '../../testing/mutant.ts';
import { openTestService, type TestService } from '../../testing/service.ts';

vi.mock('../database/fence.ts', () =>
  mutant('database/fence.ts', ['f.epoch = ${epoch}::uuid AND', '${epoch}::uuid IS NOT NULL AND']),
);

let service: TestService;
afterAll(() => service.close());

it('mutation control: accepts a token from before a restore without the epoch in the spend', async () => {
  service = await openTestService({ unlimited: true });
  expect(await oldEpoch(service, await service.organization())).toBeGreaterThan(0);
});
