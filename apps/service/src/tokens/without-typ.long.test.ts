import { afterAll, expect, it, vi } from 'vitest';
import { wrongType } from '../../testing/attacks.ts';
import { mutant } from '../../testing/mutant.ts';
import { openTestService, type TestService } from '../../testing/service.ts';

// Control of `defences.test.ts`.
vi.mock('./check.ts', () =>
  mutant('tokens/check.ts', ['KINDS[candidate].typ === header.typ', 'candidate !== undefined']),
);

let service: TestService;
afterAll(() => service.close());

it('mutation control: accepts a token of another kind without the typ check', async () => {
  service = await openTestService({ unlimited: true });
  expect(await wrongType(service, await service.organization())).toBeGreaterThan(0);
});
