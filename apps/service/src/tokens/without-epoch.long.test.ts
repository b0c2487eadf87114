import { afterAll, expect, it, vi } from 'vitest';
import { oldEpoch } from '../../testing/attacks.ts';
import { mutant } from '../../testing/mutant.ts';
import { openTestService, type TestService } from '../../testing/service.ts';

// Control of `defences.test.ts`.
vi.mock('../database/fence.ts', () =>
  mutant('database/fence.ts', ['f.epoch = ${epoch}::uuid AND', '${epoch}::uuid IS NOT NULL AND']),
);

let service: TestService;
afterAll(() => service.close());

it('mutation control: accepts a token from before a restore without the epoch in the spend', async () => {
  service = await openTestService({ unlimited: true });
  const org = await service.organization();
  let accepted = 0;
  // The node reads the fence once a second. When that falls into a try, the token is refused all the same.
  for (let i = 0; i < 10 && accepted === 0; i++) accepted = await oldEpoch(service, org);
  expect(accepted).toBeGreaterThan(0);
});
