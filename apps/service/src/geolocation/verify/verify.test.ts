import { describe, expect, it } from 'vitest';
import { browserEvidence, claimsOf, seal } from '../../../testing/browser-payload.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';

const service = testService();
const org = testOrganization(service);

const mint = async (
  customer_id = `c-${Math.random()}`,
  env: 'production' | 'sandbox' = 'production',
): Promise<string> => {
  const answer = await service.call({
    path: '/geolocation/preflight',
    token: org.api[env],
    body: { customer_id, transaction_type: 'deposit' },
  });
  expect(answer.status).toBe(200);
  return answer.data.token;
};
const verify = async (token: string, headers: Record<string, string> = {}, payload?: string) =>
  service.call({
    path: '/geolocation/verify',
    token,
    headers,
    body: { payload: payload ?? (await seal(token, browserEvidence())) },
  });

describe('verify', () => {
  it('passes an honest browser and returns a signed result', async () => {
    const token = await mint();
    const answer = await verify(token);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data).toMatchObject({ decision: 'pass', livemode: true, reasons: [] });
    expect(claimsOf<{ jurisdiction: unknown }>(answer.data.result_token).jurisdiction).toEqual({
      country: 'US',
      subdivision: 'US-NY',
    });
  });

  it('names the state that claims the place, in the signed result and in the record', async () => {
    const [position] = browserEvidence().positions;
    const token = await mint();
    const simferopol = { ...position!, lat: 44.9521007, lng: 34.1024167 };
    const payload = await seal(token, browserEvidence({ positions: [simferopol] }));
    const answer = await verify(token, {}, payload);
    const jurisdiction = { country: 'UA', subdivision: 'UA-43', disputed: { by: 'RU' } };
    expect(claimsOf<object>(answer.data.result_token)).toMatchObject({ jurisdiction });
    const read = await service.call({
      path: `/geolocation/verifications/${answer.data.verification_id}`,
      token: org.results.production,
    });
    expect(read.data.jurisdiction).toEqual(jurisdiction);
  });

  it('refuses a token that was already spent (given 5.5, 8)', async () => {
    const token = await mint();
    expect((await verify(token)).status).toBe(200);
    const again = await verify(token);
    expect([again.status, again.code]).toEqual([409, 'token_already_used']);
  });
});
