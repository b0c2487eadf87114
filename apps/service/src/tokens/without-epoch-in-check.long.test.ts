import { afterAll, expect, it, vi } from 'vitest';
import { oldPhone } from '../../testing/attacks.ts';
import { mutant } from '../../testing/mutant.ts';
import { openTestService, type TestService } from '../../testing/service.ts';

// Control of `defences.test.ts`.
vi.mock('./check.ts', () =>
  mutant('tokens/check.ts', [
    'KINDS[header.kind].fenced && claims.epoch !== (await context.epoch())',
    'false',
  ]),
);

let service: TestService;
afterAll(() => service.close());

it('mutation control: without the epoch in the check, a phone’s token from before a restore is accepted', async () => {
  service = await openTestService({ unlimited: true });
  expect(await oldPhone(service, await service.organization())).toBe(1);
});
