import { afterAll, expect, it, vi } from 'vitest';
import { respell } from '../../testing/attacks.ts';
import { mutant } from '../../testing/mutant.ts';
import { openTestService, type TestService } from '../../testing/service.ts';

// Control of `defences.test.ts`.
vi.mock('./canonical.ts', () =>
  mutant('tokens/canonical.ts', ["bytes.toString('base64url') === part ? bytes : null", 'bytes']),
);

let service: TestService;
afterAll(() => service.close());

it('mutation control: accepts other spellings of a token without the canonical form', async () => {
  service = await openTestService({ unlimited: true });
  expect(await respell(service, await service.organization())).toBeGreaterThan(0);
});
