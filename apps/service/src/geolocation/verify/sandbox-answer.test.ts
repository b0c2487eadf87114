import { expect, test } from 'vitest';
import { browserEvidence, seal } from '../../../testing/browser-payload.ts';
import { sharedService, testOrganization } from '../../../testing/hooks.ts';
import { mutant } from '../../../testing/mutant.ts';
import { sandboxAnswer } from './sandbox-answer.ts';

const service = sharedService();
const org = testOrganization(service);

const TOKYO = { lat: 35.6762, lng: 139.6503, accuracy_m: 20, accuracy_basis: 'p95' as const };

/** One customer verifies in New York and, at once, in Tokyo. */
async function journey(env: 'production' | 'sandbox') {
  const verify = async (at?: typeof TOKYO) => {
    const minted = await service.call({
      path: '/geolocation/preflight',
      token: org.api[env],
      body: { customer_id: 'traveller', transaction_type: 'deposit' },
    });
    const token = minted.data.token as string;
    const measured_at = new Date().toISOString();
    const evidence = browserEvidence(at && { positions: [{ ...at, measured_at }] });
    const body = { payload: await seal(token, evidence) };
    return (await service.call({ path: '/geolocation/verify', token, body })).data;
  };
  await verify();
  return verify(TOKYO);
}

test('tells the integrator every reason with its check in the sandbox', async () => {
  const answer = await journey('sandbox');
  expect(answer.reasons.map(({ code }: { code: string }) => code)).not.toContain('impossible_travel');
  expect(answer.sandbox.reasons).toContainEqual({
    code: 'impossible_travel',
    outcome: expect.stringMatching(/^(fail|uncertain)$/),
    confidence: expect.any(Number),
    inputs: expect.any(Object),
  });
});

test('tells the same of an outcome that the sandbox customer’s name asks for', async () => {
  const minted = await service.call({
    path: '/geolocation/preflight',
    token: org.api.sandbox,
    body: { customer_id: 'test_fail_mock', transaction_type: 'deposit' },
  });
  const { token } = minted.data;
  const body = { payload: await seal(token, browserEvidence()) };
  const { data } = await service.call({ path: '/geolocation/verify', token, body });
  expect(data.reasons).toMatchObject([{ code: 'location_unconfirmed' }]);
  expect(data.sandbox.reasons).toMatchObject([{ code: 'mock_provider' }]);
});

test('tells nothing of it in production', async () => {
  const answer = await journey('production');
  expect(answer.decision).not.toBe('pass');
  expect(answer).not.toHaveProperty('sandbox');
  expect(JSON.stringify(answer)).not.toContain('impossible_travel');
});

test('would tell an attacker in production which sign gave them away if the environment did not count', async () => {
  const off = await mutant<{ sandboxAnswer: typeof sandboxAnswer }>('geolocation/verify/sandbox-answer.ts', [
    "if (env !== 'sandbox') return undefined;",
    '',
  ]);
  const check = { code: 'impossible_travel', outcome: 'fail', confidence: 1, inputs: {} } as const;
  const decision = { checks: [check], reason_codes: [check.code] };
  expect(sandboxAnswer('production', decision)).toBeUndefined();
  expect(off.sandboxAnswer('production', decision)).toEqual({ reasons: [check] });
});
