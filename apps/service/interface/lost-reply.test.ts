import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../testing/counts.ts';
import { mintToken } from '../testing/attacks.ts';
import { browserEvidence, claimsOf, seal } from '../testing/browser-payload.ts';
import { testOrganization, testService } from '../testing/hooks.ts';
import { expectRefusal } from '../testing/refusals.ts';
import type { TestAnswer } from '../testing/service.ts';

/** A reply that was lost on the way must not lock a person out, and must not allow a second decision. */

const service = testService({ unlimited: true });
const org = testOrganization(service);

const verify = (token: string, payload: string, attempt?: string): Promise<TestAnswer> =>
  service.call({
    path: '/geolocation/verify',
    token,
    body: { payload },
    headers: attempt === undefined ? {} : { 'standpoint-retry': attempt },
  });
async function made(options: { sdk?: string } = {}) {
  const token =
    options.sdk === undefined
      ? await mintToken(service, org)
      : (
          await service.call({
            path: '/geolocation/preflight',
            token: org.api.production,
            body: { customer_id: 'older', transaction_type: 'deposit' },
            headers: { 'standpoint-sdk': options.sdk },
          })
        ).data.token;
  const evidence = browserEvidence();
  return { token, evidence, payload: await seal(token, evidence), attempt: evidence.attempt_id };
}
const age = (token: string, seconds: number) =>
  service.database.owner.query(
    `UPDATE spent_token SET spent_at = spent_at - make_interval(secs => $2) WHERE jti = $1`,
    [claimsOf(token).jti, seconds],
  );
const rowsOf = async (customer_id: string): Promise<number> =>
  (
    await service.database.pool.query(
      'SELECT count(*)::int AS n FROM verification WHERE customer_hash = $1',
      [service.hash(org.org, customer_id)],
    )
  ).rows[0].n;

describe('a retransmission', () => {
  it('gets the stored answer, byte for byte, marked as replayed', async () => {
    const { token, payload, attempt } = await made();
    const first = await verify(token, payload, attempt);
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([200, undefined]);
    for (let i = 0; i < 3; i++) {
      const again = await verify(token, payload, attempt);
      expect(again.status).toBe(200);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.data).toEqual(first.data);
    }
    expect(await rowsOf(claimsOf(token).sub as string)).toBe(1);
  });

  it('gets it from another node too, which has never seen the token', async () => {
    const { token, payload, attempt } = await made();
    const first = await verify(token, payload);
    const forgetful = { ...service.deps.spent, has: () => false };
    const { spent } = service.deps;
    service.deps.spent = forgetful;
    const again = await verify(token, payload, attempt);
    service.deps.spent = spent;
    expect(again.data).toEqual(first.data);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('is a reuse (409) when it does not say that it is one', async () => {
    const { token, payload } = await made();
    await verify(token, payload);
    expectRefusal(await verify(token, payload), 409, 'token_already_used');
  });

  it('is a reuse when it names another attempt than the sealed one', async () => {
    const { token, payload, attempt } = await made();
    await verify(token, payload, attempt);
    for (const other of ['', 'other', `${attempt}x`, attempt.toUpperCase(), claimsOf(token).jti])
      expectRefusal(await verify(token, payload, other), 409, 'token_already_used');
  });

  it('is a reuse when its payload differs, even if the evidence inside is the same', async () => {
    const { token, evidence, payload, attempt } = await made();
    await verify(token, payload, attempt);
    expectRefusal(await verify(token, await seal(token, evidence), attempt), 409, 'token_already_used');
  });

  it('is a reuse when it has another person’s payload under its own attempt', async () => {
    const { token, payload, attempt } = await made();
    await verify(token, payload, attempt);
    const mine = browserEvidence();
    expectRefusal(await verify(token, await seal(token, mine), mine.attempt_id), 409, 'token_already_used');
  });

  it('is answered within 120 s of the spend, not later', async () => {
    const { token, payload, attempt } = await made();
    await verify(token, payload, attempt);
    await age(token, 118);
    expect((await verify(token, payload, attempt)).headers['idempotent-replayed']).toBe('true');
    await age(token, 3);
    expectRefusal(await verify(token, payload, attempt), 409, 'token_already_used');
  });

  it('follows the same rules in generation 0.3, with 403 attestation_failed for reuse (7.1)', async () => {
    const { token, payload, attempt } = await made({ sdk: '0.3' });
    const first = await verify(token, payload, attempt);
    expect((await verify(token, payload, attempt)).data).toEqual(first.data);
    expectRefusal(await verify(token, payload), 403, 'attestation_failed');
    await age(token, 121);
    expectRefusal(await verify(token, payload, attempt), 403, 'attestation_failed');
  });

  it('gets nothing after the person was erased', async () => {
    const { token, payload, attempt } = await made();
    await verify(token, payload, attempt);
    const customer = encodeURIComponent(claimsOf(token).sub as string);
    await service.call({ method: 'DELETE', path: `/customers/${customer}`, token: org.results.production });
    expectRefusal(await verify(token, payload, attempt), 409, 'token_already_used');
  });

  it('is an ordinary verify() when the first call never arrived', async () => {
    const { token, payload, attempt } = await made();
    const first = await verify(token, payload, attempt);
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  it('is replayed or refused when it runs at the same time as the first call', async () => {
    for (let round = 0; round < 5; round++) {
      const { token, payload, attempt } = await made();
      const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token, payload, attempt)));
      const fresh = answers.filter(
        (answer) => answer.status === 200 && !answer.headers['idempotent-replayed'],
      );
      expect(fresh).toHaveLength(1);
      for (const answer of answers) {
        if (answer.status === 200) expect(answer.data).toEqual(fresh[0]!.data);
        else expectRefusal(answer, 409, 'token_already_used');
      }
      expect(await rowsOf(claimsOf(token).sub as string)).toBe(1);
    }
  });
});

describe('any schedule of retries', () => {
  const step = fc.record({
    /** 0: the first payload; other numbers: payloads of their own. */
    payload: fc.nat({ max: 2 }),
    attempt: fc.constantFrom('own', 'first', 'none', 'wrong'),
    wait_s: fc.constantFrom(0, 0, 31, 61),
    times: fc.constantFrom(1, 1, 2),
  });

  it('leaves exactly one verification, and gives its answer to its own retransmissions only', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), async (steps) => {
        const { token } = await made();
        const evidence = [browserEvidence(), browserEvidence(), browserEvidence()];
        const payloads = await Promise.all(evidence.map((each) => seal(token, each)));
        let spent: { payload: number; age_s: number; data: unknown } | null = null;
        for (const { payload, attempt, wait_s, times } of steps) {
          const ids = {
            own: evidence[payload]!.attempt_id,
            first: evidence[0]!.attempt_id,
            none: undefined,
            wrong: 'wrong',
          };
          const answers = await Promise.all(
            Array.from({ length: times }, () => verify(token, payloads[payload]!, ids[attempt])),
          );
          const fresh = answers.filter(
            (answer) => answer.status === 200 && !answer.headers['idempotent-replayed'],
          );
          expect(fresh.length).toBe(spent ? 0 : 1);
          spent ??= { payload, age_s: 0, data: fresh[0]!.data };
          const mayHear =
            spent.payload === payload && ids[attempt] === evidence[payload]!.attempt_id && spent.age_s <= 120;
          for (const answer of answers) {
            if (fresh.includes(answer)) continue;
            expect(answer.status).toBe(mayHear ? 200 : 409);
            if (mayHear) expect(answer.data).toEqual(spent.data);
          }
          await age(token, wait_s);
          spent.age_s += wait_s;
        }
        expect(await rowsOf(claimsOf(token).sub as string)).toBe(1);
      }),
      { numRuns: tries(150, 25) },
    );
  });
});
