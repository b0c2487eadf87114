import { describe, expect, it } from 'vitest';
import { browserEvidence, claimsOf, readingAt, seal } from '../../../testing/browser-payload.ts';
import { sharedService, testOrganization } from '../../../testing/hooks.ts';
import { draft, publish } from '../../accounts/versions.ts';

const service = sharedService();
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

  it('tells a person outside of the US where they are and where the service is, in their language', async () => {
    const { db } = service.database;
    const own = await service.organization();
    const policy = { name: 'Ontario and Bavaria', rule: { allow: ['CA-ON', 'DE-BY'] } };
    const made = (await draft(db, 'policy', own.org, policy))!;
    await publish(db, 'policy', own.org, made.id);
    const refused = async (lat: number, lng: number, locale: string) => {
      const body = { customer_id: `c-${Math.random()}`, transaction_type: 'deposit' };
      const { data } = await service.call({
        path: '/geolocation/preflight',
        token: own.api.production,
        body,
      });
      const evidence = browserEvidence(readingAt(lat, lng, Date.now()));
      evidence.clock!.locale = locale;
      const { reasons } = (await verify(data.token, {}, await seal(data.token, evidence))).data;
      return reasons.find(({ code }: { code: string }) => code.endsWith('_not_allowed'));
    };
    expect(await refused(46.8139123, -71.2080456, 'fr-CA')).toEqual({
      code: 'subdivision_not_allowed',
      message: 'Ce service n’est pas disponible dans l’État ou la région où vous êtes (Quebec).',
      remedy:
        'Vous pourrez utiliser le service lorsque vous serez dans un lieu desservi. Lieux desservis : Ontario et Bayern.',
    });
    expect((await refused(47.0707123, 15.4395456, 'de')).message).toBe(
      'Dieser Dienst ist in dem Land, in dem Sie sich befinden (Österreich), nicht verfügbar.',
    );
  });

  it('refuses a token that was already spent (given 5.5, 8)', async () => {
    const token = await mint();
    expect((await verify(token)).status).toBe(200);
    const again = await verify(token);
    expect([again.status, again.code]).toEqual([409, 'token_already_used']);
  });
});
