import { ERRORS, preflight as preflightEndpoint } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../testing/counts.ts';
import { browserEvidence, claimsOf, seal } from '../testing/browser-payload.ts';
import { BODY, SDK_03, testAreaA } from '../testing/interface/area-a.ts';
import type { CallOptions } from '../testing/service.ts';

/**
 * What the given document (docs/spec) states about area A: one test for each statement, named by its section.
 * Section 9 is in `given-versions.test.ts`.
 */

const { service, org, preflight, mint, verify } = testAreaA();

const collect = (token: string, more: Partial<CallOptions> = {}) =>
  service.call({ method: 'POST', path: '/geolocation/collect', token, ...more });

describe('1 What the service does', () => {
  it('1.1 keeps customer and transaction in the claims, so that the client passes neither', async () => {
    const token = await mint({ customer_id: 'known', transaction_type: 'wager' });
    expect(claimsOf(token)).toMatchObject({ customer_id: 'known', sub: 'known', transaction_type: 'wager' });
    const { verification_id } = (await verify(token)).data;
    const stored = await service.call({
      path: `/geolocation/verifications/${verification_id}`,
      token: org.results.production,
    });
    expect(stored.data).toMatchObject({
      customer_id: 'known',
      transaction_type: 'wager',
      transaction_name: BODY.transaction_name,
    });
    const told = await service.call({
      path: '/geolocation/verify',
      token,
      body: { payload: 'x', customer_id: 'known' },
    });
    expect(told.code).toBe('invalid_request');
  });

  it('1.1 the token is a short-lived JWT', async () => {
    const token = await mint();
    expect(token.split('.')).toHaveLength(3);
    const { iat, exp } = claimsOf(token);
    expect(exp - iat).toBe(300);
  });

  it('1.2 collect() embeds the public address of the device', async () => {
    const stamp = (await collect(await mint(), { ip: '93.184.216.34' })).data.ip_stamp;
    expect(claimsOf<{ ip: string }>(stamp).ip).toBe('93.184.216.34');
  });

  it('1.2 decides an unsealed payload without an address: a collect() token may be omitted', async () => {
    const evidence = JSON.stringify(browserEvidence({ purpose: 'collect' }));
    const answer = await service.call({
      path: '/geolocation/evaluate',
      token: org.results.production,
      body: { ...BODY, payload: `plain.${Buffer.from(evidence).toString('base64url')}` },
    });
    expect(answer.status, answer.text).toBe(200);
    const { checks } = answer.data as { checks: { code: string; outcome: string }[] };
    expect(checks.find(({ code }) => code === 'ip_country_mismatch')?.outcome ?? 'skipped').toBe('skipped');
  });
});

describe('2.1 Preflight request body', () => {
  it('2.1 accepts the ids, transaction_type, transaction_name, name and email as strings', async () => {
    const answer = await preflight({ ...BODY, install_id: 'cookie-value' });
    expect(answer.status).toBe(200);
    expect(Object.keys(preflightEndpoint.body.properties)).toEqual(
      expect.arrayContaining([...Object.keys(BODY), 'install_id']),
    );
  });

  it('2.1 install_id is optional: omitted on the first visit', async () => {
    expect((await preflight(BODY)).status).toBe(200);
  });

  it('2.1 accepts any transaction_type, and a body without name, email and transaction_name', async () => {
    for (const transaction_type of ['deposit', 'Withdrawal', 'something of your own', '取引'])
      expect((await preflight({ customer_id: 'c', transaction_type })).status).toBe(200);
  });

  it('2.1 seals the user’s name and e-mail in the claims: a log of the token does not show them', async () => {
    const token = await mint();
    const text = Buffer.from(token.split('.')[1]!, 'base64url').toString();
    expect(claimsOf(token).pii).toMatch(/^[\w-]{40,}$/);
    for (const secret of [BODY.name, BODY.email, 'Given', 'example.org']) expect(text).not.toContain(secret);
  });
});

describe('2.2 Preflight response body', () => {
  it('2.2 data.token is a JWT', async () => {
    expect((await preflight()).data.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('2.2 data.install_id echoes the supplied id, and the JWT carries it as claim install_id', async () => {
    for (const install_id of ['cookie-value', 'a', '{"odd":1}', 'x'.repeat(128)]) {
      const { data } = await preflight({ ...BODY, install_id });
      expect([data.install_id, claimsOf(data.token).install_id]).toEqual([install_id, install_id]);
    }
  });

  it('2.2 data.install_id is freshly minted when none was supplied, and the JWT carries it', async () => {
    const seen = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const { data } = await preflight();
      expect(data.install_id).toMatch(/^ins_[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(claimsOf(data.token).install_id).toBe(data.install_id);
      seen.add(data.install_id);
    }
    expect(seen.size).toBe(20);
  });

  it('2.2 echoes a minted id that comes back from the cookie', async () => {
    const first = (await preflight()).data.install_id;
    expect((await preflight({ ...BODY, install_id: first })).data.install_id).toBe(first);
  });

  it('2.2 puts attestation_challenge into the JWT of older SDK versions, and no install_id', async () => {
    const { data } = await preflight(BODY, SDK_03);
    const claims = claimsOf(data.token);
    expect(claims.attestation_challenge).toMatch(/^[\w-]{43}$/);
    expect(claims.sdk).toBe('0.3');
    expect([data.install_id, claims.install_id]).toEqual([undefined, undefined]);
  });

  it('2.2 attestation_challenge is bound to a single-use nonce: another token has another', async () => {
    const challenges = await Promise.all(
      Array.from({ length: 20 }, async () => claimsOf(await mint({}, SDK_03))),
    );
    expect(new Set(challenges.map((claims) => claims.attestation_challenge)).size).toBe(20);
  });
});

describe('4 Endpoints', () => {
  it('4 answers POST /geolocation/preflight with Authorization: Bearer <API_KEY> with 200, JSON', async () => {
    const answer = await preflight();
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    const without = await service.call({ path: '/geolocation/preflight', body: BODY });
    expect([without.status, without.code]).toEqual([401, 'api_key_missing']);
  });

  it('4 the request carries Content-Type: application/json; another type is refused', async () => {
    const plain = { headers: { 'content-type': 'text/plain' } };
    expect((await preflight(BODY, plain)).status).toBe(415);
    expect((await preflight(BODY, { headers: { 'content-type': 'application/json' } })).status).toBe(200);
  });

  it('4 the address and the method are fixed', async () => {
    expect((await service.call({ method: 'GET', path: '/geolocation/preflight' })).status).toBe(405);
    expect([preflightEndpoint.method, preflightEndpoint.path]).toEqual(['POST', '/geolocation/preflight']);
  });
});

describe('5 Authentication', () => {
  it('5.1 a live API key begins with sp_live_', () => {
    expect(org.api.production).toMatch(/^sp_live_/);
  });

  it('5.1 the API key mints short-lived tokens and does nothing else', async () => {
    const rest: Partial<CallOptions>[] = [
      { method: 'POST', path: '/geolocation/verify', body: { payload: 'x' } },
      { method: 'POST', path: '/geolocation/collect' },
      { method: 'POST', path: '/geolocation/evaluate', body: {} },
      { path: '/geolocation/verifications' },
      { path: '/customers/customer-17' },
      { method: 'DELETE', path: '/customers/customer-17' },
    ];
    for (const call of rest) {
      const answer = await service.call({ ...call, path: call.path!, token: org.api.production });
      expect(answer.status, call.path).toBe(401);
    }
  });

  it('5.1 the key is a server-side secret: sent by a page, it is refused', async () => {
    const answer = await preflight(BODY, { headers: { origin: 'https://shop.example' } });
    expect([answer.status, answer.code]).toEqual([403, 'key_in_browser']);
  });

  it('5.1 gives the client short-lived tokens only: no answer contains the key', async () => {
    const token = await mint();
    const answers = [await collect(token), await verify(token)];
    for (const { text } of answers) expect(text).not.toContain('sp_live_');
    const claims = Buffer.from(token.split('.')[1]!, 'base64url').toString();
    expect(claims).not.toMatch(/s[pr]_(live|test)_/);
    expect(claims).not.toContain(org.api.production.slice('sp_live_'.length));
  });

  it('5.2 preflight sends Authorization: Bearer <API_KEY>; no other scheme or place works', async () => {
    const key = org.api.production;
    for (const headers of [
      { authorization: key },
      { authorization: `Basic ${key}` },
      { 'x-api-key': key },
    ] as Record<string, string>[])
      expect((await preflight(BODY, { token: undefined, headers })).status).toBe(401);
    expect((await service.call({ path: `/geolocation/preflight?api_key=${key}`, body: BODY })).status).toBe(
      401,
    );
  });

  it('5.5 one JWT per verify(): reuse is rejected', async () => {
    const token = await mint();
    expect((await verify(token)).status).toBe(200);
    for (let i = 0; i < 3; i++) {
      const again = await verify(token);
      expect([again.status, again.code]).toEqual([409, 'token_already_used']);
    }
  });

  it('5.5 a failed decision uses the JWT up too', async () => {
    const token = await mint();
    const denied = browserEvidence({
      permission: { state: 'denied' },
      positions: [],
      position_error: 'permission_denied',
    });
    const first = await verify(token, { body: { payload: await seal(token, denied) } });
    expect([first.status, first.data.decision === 'pass']).toEqual([200, false]);
    expect((await verify(token)).code).toBe('token_already_used');
  });

  it('5.6 a collect() JWT may be reused, before and after its verify()', async () => {
    const token = await mint();
    for (let i = 0; i < 50; i++) expect((await collect(token)).status).toBe(200);
    expect((await verify(token)).status).toBe(200);
    for (let i = 0; i < 50; i++) expect((await collect(token)).status).toBe(200);
    expect((await verify(token)).code).toBe('token_already_used');
  });

  it('5.6 collect() leaves nothing behind', async () => {
    const tables = async () =>
      (
        await service.database.pool.query(`SELECT (SELECT count(*) FROM verification) AS v,
             (SELECT count(*) FROM spent_token) AS s,
        (SELECT count(*) FROM customer) AS c, (SELECT count(*) FROM event) AS e, (SELECT count(*) FROM audit) AS a`)
      ).rows[0];
    const token = await mint();
    const before = await tables();
    for (let i = 0; i < 20; i++) await collect(token);
    expect(await tables()).toEqual(before);
  });

  it('5.8 (ours) signs with EdDSA, typ preflight+jwt, and the documented claims only', async () => {
    const token = await mint();
    const header = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString());
    expect(header).toEqual({ alg: 'EdDSA', typ: 'preflight+jwt', kid: expect.any(String) });
    const documented = [
      'iss',
      'aud',
      'jti',
      'iat',
      'exp',
      'org',
      'env',
      'sub',
      'customer_id',
      'transaction_type',
      'transaction_name',
      'sdk',
    ];
    expect(Object.keys(claimsOf(token)).sort()).toEqual(
      [...documented, 'attestation_challenge', 'install_id', 'epoch', 'enc', 'pii'].sort(),
    );
  });
});

describe('7 Errors', () => {
  it('7.1 answers reuse in the older SDK versions as an attestation failure', async () => {
    const token = await mint({}, SDK_03);
    expect((await verify(token)).status).toBe(200);
    const again = await verify(token);
    expect([again.status, again.code]).toEqual([403, 'attestation_failed']);
    expect(again.message).toBe(ERRORS.attestation_failed.message);
  });

  it('7.2 uses the same envelope in area A: status_code and message', async () => {
    for (const answer of [await preflight(), await preflight({}), await service.call({ path: '/nothing' })]) {
      const body = JSON.parse(answer.text);
      expect(Object.keys(body).sort()).toEqual(['data', 'message', 'status_code']);
      expect(body.status_code).toBe(answer.status);
    }
  });
});

describe('8 Limits', () => {
  it('8 accepts one verify() for a preflight JWT, even of a hundred at once', async () => {
    const token = await mint();
    const answers = await Promise.all(Array.from({ length: 100 }, () => verify(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, 'token_already_used']));
  });

  it('8 accepts a collect() JWT any number of times', async () => {
    const token = await mint();
    for (let i = 0; i < tries(1_000, 100); i++) expect((await collect(token)).status).toBe(200);
    expect((await verify(token)).status).toBe(200);
  });
});
