import { describe, expect, it } from 'vitest';
import { mintToken, verifyOnce } from '../../testing/attacks.ts';
import { otherSignature } from '../../testing/forge.ts';
import { sharedService, testOrganization } from '../../testing/hooks.ts';
import { checksum, createKey, revokeKey } from '../accounts/api-keys.ts';
import { RefusedCredentials } from './refused-credentials.ts';

const service = sharedService();
const org = testOrganization(service);

const body = { customer_id: 'customer-1', transaction_type: 'login' };
const preflight = (token: string, ip = '198.51.100.7') =>
  service.call({ path: '/geolocation/preflight', token, body, ip });
const entries = async () =>
  (
    await service.database.pool.query(
      `SELECT env, outcome, ip, detail FROM audit WHERE org = $1 AND action = 'credential.refused'
        ORDER BY detail->>'code'`,
      [org.org],
    )
  ).rows;

describe('refused credentials', () => {
  it('become one entry per organization, environment and code, however many they are', async () => {
    const made = await createKey(service.database.db, {
      org: org.org,
      env: 'production',
      kind: 'api',
      name: 'gone',
      scopes: [],
    });
    await revokeKey(service.database.db, { org: org.org, key_id: made.id });
    for (let i = 0; i < 50; i++)
      expect((await preflight(made.key, `198.51.100.${i}`)).code).toBe('api_key_invalid');
    for (const ip of ['203.0.113.1', '192.0.2.1']) await preflight(org.results.production, ip);
    const wrong_kind = { path: '/geolocation/verifications/ver_x', token: org.api.sandbox };
    expect((await service.call(wrong_kind)).status).toBe(401);
    await service.deps.refused.flush(service.database.db);
    await service.deps.refused.flush(service.database.db);
    expect(await entries()).toEqual([
      {
        env: 'production',
        outcome: 'refused',
        ip: null,
        detail: { code: 'api_key_invalid', count: 52, networks: 3 },
      },
      {
        env: 'sandbox',
        outcome: 'refused',
        ip: '127.0.0.0/24',
        detail: { code: 'api_key_invalid', count: 1, networks: 1 },
      },
    ]);
  });

  it('include a token that is used again, and a guess belongs to no organization', async () => {
    const token = await mintToken(service, org);
    expect((await verifyOnce(service, token)).status).toBe(200);
    expect((await verifyOnce(service, token)).code).toBe('token_already_used');
    const unknown = `AAAAAAAA${'B'.repeat(30)}`;
    await preflight(`sp_live_${unknown}${checksum(unknown)}`);
    await service.call({
      path: '/geolocation/verify',
      token: otherSignature(token),
      body: {},
    });
    await service.deps.refused.flush(service.database.db);
    expect((await entries()).map(({ detail }) => [detail.code, detail.count])).toEqual([
      ['api_key_invalid', 52],
      ['api_key_invalid', 1],
      ['token_already_used', 1],
    ]);
  });

  it('are kept when the database does not take them', async () => {
    const refused = new RefusedCredentials();
    const one = { org: org.org, env: 'sandbox', code: 'token_expired', ip: '192.0.2.1' } as const;
    refused.note(one);
    const broken = {
      insertInto: () => {
        throw new Error('gone');
      },
    };
    await expect(refused.flush(broken as never)).rejects.toThrow('gone');
    refused.note(one);
    await refused.flush(service.database.db);
    expect((await entries()).find(({ detail }) => detail.code === 'token_expired').detail.count).toBe(2);
  });
});
