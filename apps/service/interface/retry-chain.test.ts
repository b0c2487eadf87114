import type { Evidence, PolicyDefinition } from '@standpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { draft, publish } from '../src/accounts/versions.ts';
import { browserEvidence, claimsOf, NEW_YORK, seal } from '../testing/browser-payload.ts';
import { MovableClock } from '../testing/face/face.ts';
import { testOrganization, testService } from '../testing/hooks.ts';
import { expectRefusal } from '../testing/refusals.ts';

/** `retry` hands out a fresh token. The chain of these tokens is bounded in number and in time. */

const clock = new MovableClock();
const service = testService({ unlimited: true, replace: clock.replacement });
const org = testOrganization(service, beforeEach);
beforeEach(() => {
  clock.ahead_ms = 0;
});

const now = () => service.deps.clock.now();
const BODY = {
  customer_id: 'chain',
  transaction_type: 'wager',
  transaction_name: 'Wager',
  transaction_id: 'tx-9',
  expected_jurisdiction: { country: 'US' },
  name: 'Given Name',
  install_id: 'first-party',
  origins: ['https://shop.example'],
};
const mint = async (body: object = {}): Promise<string> => {
  const answer = await service.call({
    path: '/geolocation/preflight',
    token: org.api.production,
    body: { ...BODY, ...body },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.data.token;
};
/** A fix that is far too coarse for any decision. */
const coarse = (): Partial<Evidence> => ({
  positions: [
    {
      ...NEW_YORK,
      accuracy_m: 60_000,
      accuracy_basis: 'p95',
      measured_at: new Date(now() - 500).toISOString(),
    },
  ],
});
const verify = async (token: string, evidence: Partial<Evidence> = coarse()) =>
  service.call({
    path: '/geolocation/verify',
    token,
    body: { payload: await seal(token, browserEvidence(evidence, now())) },
  });
const policy = async (definition: Omit<PolicyDefinition, 'name'>) => {
  const { db } = service.database;
  const made = (await draft(db, 'policy', org.org, { name: 'test', ...definition }))!;
  await publish(db, 'policy', org.org, made.id);
  service.deps.policies.clear();
  return made.id;
};
const eventsOf = async (id: string): Promise<string[]> =>
  (
    await service.database.pool.query(
      `SELECT type FROM event WHERE data->>'verification_id' = $1 ORDER BY type`,
      [id],
    )
  ).rows.map(({ type }) => type);

describe('a retry', () => {
  it('has a next token of the same customer, transaction, install and origins, no result token', async () => {
    const root = await mint();
    const { data } = await verify(root);
    expect(data).toMatchObject({ decision: 'retry', next_check_in_s: 0 });
    expect(data.reasons.map(({ code }: { code: string }) => code)).toContain('accuracy_too_low');
    expect(data.result_token).toBeUndefined();
    const [before, after] = [claimsOf(root), claimsOf(data.next_token)];
    for (const claim of [
      'sub',
      'customer_id',
      'org',
      'env',
      'iss',
      'transaction_type',
      'transaction_name',
      'transaction_id',
      'sdk',
      'install_id',
    ] as const)
      expect(after[claim], claim).toEqual(before[claim]);
    expect([after.origins, after.expected_jurisdiction]).toEqual([
      before.origins,
      before.expected_jurisdiction,
    ]);
    expect(after).toMatchObject({ root_jti: before.jti, root_iat: before.iat, hop: 1 });
    expect(after.jti).not.toBe(before.jti);
    expect(after.pii).not.toBe(before.pii);
    expect(after.attestation_challenge).not.toBe(before.attestation_challenge);
  });

  it('spends its token as any other decision does', async () => {
    const root = await mint();
    await verify(root);
    expectRefusal(await verify(root), 409, 'token_already_used');
  });

  it('has at most three hops: the third answers review, and only it completes the chain', async () => {
    let token = await mint();
    const root = claimsOf(token);
    const answers = [];
    for (let hop = 0; hop <= 3; hop++) {
      const { data } = await verify(token);
      answers.push(data);
      if (hop > 0) expect(claimsOf(token)).toMatchObject({ hop, root_jti: root.jti });
      token = data.next_token;
    }
    expect(answers.map(({ decision }) => decision)).toEqual(['retry', 'retry', 'retry', 'review']);
    expect(answers[3].next_token).toBeUndefined();
    expect(claimsOf<{ decision: string }>(answers[3].result_token).decision).toBe('review');
    for (const { verification_id } of answers.slice(0, 3))
      expect(await eventsOf(verification_id)).toEqual([]);
    expect(await eventsOf(answers[3].verification_id)).toEqual([
      'geolocation.verification.completed',
      'geolocation.verification.review_required',
    ]);
    const read = await service.call({
      path: `/geolocation/verifications/${answers[3].verification_id}`,
      token: org.results.production,
    });
    expect(read.data).toMatchObject({ hop: 3, root_jti: root.jti, transaction_id: 'tx-9' });
  });

  it('ends with a pass as soon as the fix is good, and completes once', async () => {
    const { data } = await verify(await mint());
    const good = await verify(data.next_token, {});
    expect(good.data.decision).toBe('pass');
    expect(await eventsOf(good.data.verification_id)).toEqual(['geolocation.verification.completed']);
    expect((await verify(data.next_token, {})).code).toBe('token_already_used');
  });

  it('keeps the person’s name for the backend along the chain', async () => {
    const { data } = await verify(await mint());
    const last = await verify(data.next_token, {});
    expect(last.status).toBe(200);
    const sealed = await service.database.pool.query(
      'SELECT sealed FROM verification WHERE verification_id = $1',
      [last.data.verification_id],
    );
    expect(sealed.rows[0].sealed.toString('latin1')).not.toContain('Given Name');
  });

  it('never lives beyond 900 s after the root was minted', async () => {
    // Without a phone to wait for. With a phone, the token lives to the end of the chain from the start.
    let token = await mint({ policy_id: await policy({ handoff: { on: false } }) });
    const { iat } = claimsOf(token);
    const at = (seconds: number) => {
      clock.ahead_ms = seconds * 1000;
    };
    for (const [seconds, exp] of [
      [290, 590],
      [580, 880],
      [860, 900],
    ] as const) {
      at(seconds);
      const { data } = await verify(token);
      expect(data.decision).toBe('retry');
      token = data.next_token;
      expect(claimsOf(token).exp).toBeLessThanOrEqual(iat + 900);
      expect(Math.abs(claimsOf(token).exp - iat - exp)).toBeLessThanOrEqual(2);
    }
    expect(claimsOf(token).exp).toBe(iat + 900);
    at(901);
    expectRefusal(await verify(token), 401, 'token_expired');
  });

  it('becomes review when the chain has no time left for another', async () => {
    let token = await mint();
    for (const seconds of [290, 580]) {
      clock.ahead_ms = seconds * 1000;
      token = (await verify(token)).data.next_token;
    }
    clock.ahead_ms = 872_000;
    const { data } = await verify(token);
    expect([data.decision, data.next_token]).toEqual(['review', undefined]);
  });

  it('can be switched off, or shortened, by the policy', async () => {
    await policy({ retry: { on: false } });
    const off = (await verify(await mint())).data;
    expect([off.decision, off.next_token]).toEqual(['review', undefined]);
    const policy_id = await policy({ transaction_types: ['short'], retry: { hops: 1 } });
    const first = (await verify(await mint({ transaction_type: 'SHORT' }))).data;
    expect(first.decision).toBe('retry');
    expect((await verify(first.next_token)).data.decision).toBe('review');
    const named = (await verify(await mint({ policy_id }))).data;
    expect(claimsOf(named.next_token).policy).toBe(policy_id);
    expect((await verify(named.next_token)).data.decision).toBe('review');
  });

  it('stays on its origins', async () => {
    const { next_token } = (await verify(await mint())).data;
    const answer = await service.call({
      method: 'POST',
      path: '/geolocation/collect',
      token: next_token,
      headers: { origin: 'https://evil.example' },
    });
    expectRefusal(answer, 403, 'origin_not_allowed');
  });
});
