import { describe, expect, it } from 'vitest';
import { recordDigest } from '../src/evidence/signature.ts';
import {
  compareWithRecord,
  compareWithSignature,
  selectStored,
  storedRows,
} from '../src/geolocation/records/contradiction.ts';
import { newId } from '../src/ids.ts';
import { openAnswers, sealAnswer } from '../src/reviews/answers.ts';
import { reviewRow } from '../src/reviews/records.ts';
import { claimsOf } from '../testing/browser-payload.ts';
import { testOrganization, testService } from '../testing/hooks.ts';
import { mutant, mutantInside } from '../testing/mutant.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { APPROVE, DECLINE, review, reviewPolicy, verified } from '../testing/reviews.ts';

const service = testService({ unlimited: true });
const org = testOrganization(service);
const key = () => org.results.production;

let customers = 0;
const policies = new Map<string, Promise<void>>();
/** A verification of production that waits for a review under a policy of its own. */
async function waiting(rules: { four_eyes?: boolean; due_s?: number } = {}) {
  const type = `type-${JSON.stringify(rules)}`;
  if (!policies.has(type)) policies.set(type, reviewPolicy(service, org, type, { review: rules }));
  await policies.get(type);
  service.deps.policies.clear();
  const customer_id = `reviewed-${++customers}`;
  const answer = await verified(service, org, customer_id, { type });
  expect(answer.decision).toBe('review');
  return { id: answer.verification_id as string, customer_id, type, answer };
}

const read = async (id: string) => service.call({ path: `/geolocation/verifications/${id}`, token: key() });
const list = async (query = '') =>
  (await service.call({ path: `/reviews?limit=100${query}`, token: key() })).data.reviews;
const query = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const events = (id: string) =>
  query(`SELECT type, data FROM event WHERE data->>'verification_id' = $1 ORDER BY event_id`, [id]);

describe('a verification that waits for a review', () => {
  it('is listed with its time until it is decided, and read with it', async () => {
    const { id, customer_id } = await waiting({ due_s: 3_600 });
    const [listed] = (await list()).filter((each: { id: string }) => each.id === id);
    expect(listed).toEqual({
      review_id: expect.stringMatching(/^rev_/),
      area: 'geolocation',
      id,
      customer_id,
      state: 'open',
      four_eyes: false,
      opened_at: expect.any(String),
      due_at: new Date(Date.parse(listed.opened_at) + 3_600_000).toISOString(),
      reasons: ['attestation_missing'],
      first_reviewer: null,
    });
    const { review_id, opened_at, due_at } = listed;
    expect((await read(id)).data).toMatchObject({
      decision: 'review',
      decision_source: 'auto',
      review: { review_id, opened_at, due_at, state: 'open', outcome: null, reviewers: [] },
    });
    const [completed, required] = await events(id);
    expect(completed).toEqual({
      type: 'geolocation.verification.completed',
      data: { verification_id: id, decision: 'review' },
    });
    expect(required).toEqual({
      type: 'geolocation.verification.review_required',
      data: { verification_id: id, decision: 'review', review_id, due_at },
    });
  });

  it('is decided once by one reviewer', async () => {
    const { id, customer_id, answer } = await waiting();
    const body = { ...APPROVE, note: 'Known from the shop.' };
    const done = await review(service, key(), id, body);
    expect(done.data).toMatchObject({
      verification_id: id,
      state: 'decided',
      decision: 'pass',
      review: { state: 'decided', outcome: 'approve', reason: 'seen before', note: 'Known from the shop.' },
    });
    expect(done.data.review.enrolled).toBeUndefined();
    expectRefusal(await review(service, key(), id, { ...DECLINE, reviewer: 'bob' }), 409, 'already_reviewed');
    const { data } = await read(id);
    expect(data).toMatchObject({ decision: 'pass', decision_source: 'review', record_contradicted: false });
    expect(data.review).toEqual(done.data.review);
    expect(data.reason_codes).toEqual(['attestation_missing']);
    expect((await list()).map((each: { id: string }) => each.id)).not.toContain(id);
    const shown = await service.call({ path: `/customers/${customer_id}`, token: key() });
    expect(shown.data.timeline).toMatchObject([{ id, decision: 'pass', record_contradicted: false }]);
    const listed = await service.call({
      path: `/geolocation/verifications?customer_id=${customer_id}&decision=pass`,
      token: key(),
    });
    expect(listed.data.verifications).toMatchObject([
      { verification_id: id, review: { outcome: 'approve' } },
    ]);
    // The token that the client holds still says what was known when it was issued.
    expect(claimsOf<{ decision: string }>(answer.result_token).decision).toBe('review');
    expect((await events(id)).at(-1)).toEqual({
      type: 'geolocation.verification.reviewed',
      data: { verification_id: id, decision: 'pass', review_id: data.review.review_id, outcome: 'approve' },
    });
    const noted = await query(`SELECT action, outcome, detail FROM audit WHERE target = $1`, [id]);
    expect(noted).toContainEqual({
      action: 'review.decided',
      outcome: 'approve',
      detail: { review_id: data.review.review_id },
    });
  });

  it('takes answers of this form only, and none of them uses the review up', async () => {
    const { id } = await waiting();
    const wrong = [
      {},
      { ...APPROVE, outcome: 'pass' },
      { ...APPROVE, reason: '' },
      { ...APPROVE, reason: 'x'.repeat(201) },
      { ...APPROVE, reviewer: undefined },
      { ...APPROVE, reviewer: 'x'.repeat(129) },
      { ...APPROVE, reviewer: 'a\nb' },
      { ...APPROVE, note: 'x'.repeat(2_001) },
      { ...APPROVE, extra: 1 },
    ];
    for (const body of wrong)
      expectRefusal(await review(service, key(), id, body as never), 400, 'invalid_request');
    expect((await review(service, key(), id)).status).toBe(200);
  });

  it('is found by its own organization and environment only', async () => {
    const { id } = await waiting();
    const other = await service.organization('Other');
    expectRefusal(await review(service, other.results.production, id), 404, 'not_found');
    expectRefusal(await review(service, org.results.sandbox, id), 404, 'not_found');
    expect((await read(id)).data.decision).toBe('review');
  });

  it('says clearly when there is nothing to review', async () => {
    const passed = await verified(service, org, 'passes', { type: 'plain' });
    expect(passed.decision).toBe('pass');
    const refused = await review(service, key(), passed.verification_id);
    expectRefusal(refused, 400, 'invalid_request');
    expect(refused.data.error.fields[0].message).toBe('names a record that was decided without a review');
    expectRefusal(await review(service, key(), newId('verification')), 404, 'not_found');
  });

  it('can be approved and declined in the sandbox', async () => {
    for (const [body, decision] of [
      [APPROVE, 'pass'],
      [DECLINE, 'fail'],
    ] as const) {
      const at = { env: 'sandbox' as const };
      const { verification_id } = await verified(service, org, `test_review_border-${decision}`, at);
      const done = await review(service, org.results.sandbox, verification_id, body);
      expect(done.data).toMatchObject({ state: 'decided', decision });
    }
  });
});

describe('a review with four eyes', () => {
  const four = { four_eyes: true };

  it('awaits a second answer from another reviewer', async () => {
    const { id } = await waiting(four);
    const first = await review(service, key(), id, { ...APPROVE, note: 'mine' });
    expect(first.data).toMatchObject({ state: 'awaiting_second', decision: 'review' });
    expect((await read(id)).data).toMatchObject({
      decision: 'review',
      decision_source: 'auto',
      review: { state: 'awaiting_second', outcome: null, reviewers: [{ reviewer: 'ann', note: 'mine' }] },
    });
    const [listed] = (await list()).filter((each: { id: string }) => each.id === id);
    expect(listed).toMatchObject({ state: 'awaiting_second', first_reviewer: 'ann' });
    for (const reviewer of ['ann', 'Ann', ' a nn', 'ＡＮＮ']) {
      const again = await review(service, key(), id, { ...APPROVE, reviewer });
      expectRefusal(again, 400, 'invalid_request');
      expect(again.data.error.fields[0].path).toBe('reviewer');
    }
    const second = await review(service, key(), id, { ...APPROVE, reviewer: 'bob', reason: 'agreed' });
    expect(second.data).toMatchObject({
      state: 'decided',
      decision: 'pass',
      review: { outcome: 'approve', reason: 'agreed', reviewers: [{ reviewer: 'ann' }, { reviewer: 'bob' }] },
    });
    expectRefusal(await review(service, key(), id, { ...APPROVE, reviewer: 'eve' }), 409, 'already_reviewed');
    expect((await read(id)).data).toMatchObject({ decision: 'pass', record_contradicted: false });
    expect((await events(id)).map(({ type }) => type.split('.').at(-1))).toEqual([
      'completed',
      'review_required',
      'reviewed',
    ]);
  });

  it.each([
    [APPROVE, DECLINE],
    [DECLINE, APPROVE],
  ])('lets the decline stand where the two disagree: %j, then %j', async (one, other) => {
    const { id } = await waiting(four);
    await review(service, key(), id, one);
    const done = await review(service, key(), id, { ...other, reviewer: 'bob' });
    expect(done.data).toMatchObject({
      decision: 'fail',
      review: { outcome: 'decline', reason: DECLINE.reason },
    });
  });
});

describe('the list of reviews', () => {
  it('shows the oldest first, page by page, by area and by the time when they are due', async () => {
    const mine = await service.organization('List');
    const token = mine.results.sandbox;
    const at = { env: 'sandbox' as const };
    const made: string[] = [];
    for (let i = 0; i < 3; i++)
      made.push((await verified(service, mine, `test_review_border-l${i}`, at)).verification_id);
    const get = async (text: string) => (await service.call({ path: `/reviews?${text}`, token })).data;
    const ids = ({ reviews }: { reviews: { id: string }[] }) => reviews.map(({ id }) => id);
    const first = await get('limit=2');
    expect(ids(first)).toEqual(made.slice(0, 2));
    const second = await get(`limit=2&cursor=${first.next_cursor}`);
    expect([ids(second), second.next_cursor]).toEqual([made.slice(2), null]);
    expect(ids(await get('area=geolocation'))).toEqual(made);
    expect(ids(await get('area=face'))).toEqual([]);
    const { due_at } = first.reviews[1];
    expect(ids(await get(`due=${due_at}`))).toEqual(made.slice(0, 1));
    expect(ids(await get('due=2020-01-01T00:00:00.000Z'))).toEqual([]);
    for (const bad of ['area=place', 'due=tomorrow', 'cursor=ver_1', 'limit=0'])
      expectRefusal(await service.call({ path: `/reviews?${bad}`, token }), 400, 'invalid_request');
  });
});

describe('a writer of the database', () => {
  const contradicted = async (id: string) => {
    const answer = await read(id);
    expect(answer.code, answer.text).toBe('record_contradicted');
    const noted = await query(
      `SELECT detail->>'what' AS what FROM audit WHERE action = 'record.contradicted' AND target = $1`,
      [id],
    );
    return noted[0].what;
  };
  const change = (id: string, set: string) => query(`UPDATE review SET ${set} WHERE id = $1`, [id]);

  it('cannot decide in the place of a reviewer', async () => {
    const { id } = await waiting();
    await query(
      `UPDATE verification SET decision = 'pass', decision_source = 'review' WHERE verification_id = $1`,
      [id],
    );
    expect(await contradicted(id)).toBe('decision, decision_source');
    expect((await review(service, key(), id)).code).toBe('record_contradicted');
    const other = (await waiting()).id;
    await change(other, `state = 'decided', outcome = 'approve', decided_at = now()`);
    expect(await contradicted(other)).toMatch(/^review: state, outcome, decided_at/);
  });

  it('cannot spare the second reviewer, nor stand in for the first', async () => {
    const { id } = await waiting({ four_eyes: true });
    await change(id, 'four_eyes = false');
    expect(await contradicted(id)).toBe('review: four_eyes');
    expect((await review(service, key(), id)).code).toBe('record_contradicted');
    const other = (await waiting({ four_eyes: true })).id;
    await change(other, `state = 'awaiting_second', first_reviewer = 'unknown'`);
    expect((await review(service, key(), other)).code).toBe('record_contradicted');
    expect((await read(other)).code).toBe('record_contradicted');
  });

  it.each([
    ['decision', `UPDATE verification SET decision = 'fail' WHERE verification_id = $1`],
    [
      'decision, decision_source',
      `UPDATE verification SET decision = 'review', decision_source = 'auto' WHERE verification_id = $1`,
    ],
    ['review: outcome', `UPDATE review SET outcome = 'decline' WHERE id = $1`],
    ['review: due_at', `UPDATE review SET due_at = due_at + interval '1 day' WHERE id = $1`],
    [
      'review: opened_at, due_at',
      `UPDATE review SET opened_at = opened_at - interval '1 day', due_at = due_at - interval '1 hour' WHERE id = $1`,
    ],
    ['review: decided_at', `UPDATE review SET decided_at = decided_at - interval '1 hour' WHERE id = $1`],
    ['review: first_reviewer', `UPDATE review SET first_reviewer = 'eve' WHERE id = $1`],
    ['review: first_user_id', `UPDATE review SET first_user_id = 'eve' WHERE id = $1`],
    ['review: area', `UPDATE review SET area = 'face' WHERE id = $1`],
    [
      'review: an answer does not open',
      `UPDATE review SET review_id = 'rev_01JD0000000000000000000000' WHERE id = $1`,
    ],
    ['review: an answer does not open', `UPDATE review SET answers[1] = answers[1] || '0' WHERE id = $1`],
    ['review: state, outcome, decided_at', `UPDATE review SET answers = '{}' WHERE id = $1`],
    ['review: it is missing', `DELETE FROM review WHERE id = $1`],
  ])('cannot edit a review after it was decided: %s', async (what, edit) => {
    const { id } = await waiting();
    await review(service, key(), id);
    expect((await read(id)).status).toBe(200);
    await query(edit, [id]);
    expect(await contradicted(id)).toBe(what);
  });

  it('cannot move an answer to another review, nor reset a decided one', async () => {
    const [one, other] = [await waiting(), await waiting()];
    await review(service, key(), one.id);
    await query(
      `UPDATE review r SET answers = o.answers, state = o.state, outcome = o.outcome, decided_at = o.decided_at
         FROM review o WHERE r.id = $1 AND o.id = $2`,
      [other.id, one.id],
    );
    await query(
      `UPDATE verification SET decision = 'pass', decision_source = 'review' WHERE verification_id = $1`,
      [other.id],
    );
    expect(await contradicted(other.id)).toBe('review: an answer does not open');
    await change(one.id, `state = 'open', outcome = NULL, decided_at = NULL`);
    expect((await review(service, key(), one.id, DECLINE)).code).toBe('record_contradicted');
  });
});

/** What a writer of the database would do to have a verification decided once more. */
async function rollBack(id: string): Promise<void> {
  await query(
    `UPDATE review SET answers = '{}', state = 'open', outcome = NULL, decided_at = NULL, first_reviewer = NULL
      WHERE id = $1`,
    [id],
  );
  await query(
    `UPDATE verification SET decision = 'review', decision_source = 'auto' WHERE verification_id = $1`,
    [id],
  );
}

async function storedOne(id: string) {
  const select = selectStored(service.deps, org.org, 'production').where('v.verification_id', '=', id);
  return (await storedRows(service.deps, select))[0]!;
}

describe('a writer who takes an answer back', () => {
  const OTHER = 'review: the audit log has another answer';
  type Module = { compareWithRecord: typeof compareWithRecord };
  const compared = async (id: string, module: Module = { compareWithRecord }) => {
    return module.compareWithRecord(service.deps, await storedOne(id)).what;
  };

  it('cannot have a decided review decided the other way', async () => {
    const { id } = await waiting();
    await review(service, key(), id);
    await rollBack(id);
    expect((await review(service, key(), id, { ...DECLINE, reviewer: 'bob' })).code).toBe(
      'record_contradicted',
    );
    expect((await read(id)).code).toBe('record_contradicted');
    expect(await compared(id)).toBe(OTHER);
    // Nor with a review of another name.
    await query(`UPDATE review SET review_id = $2 WHERE id = $1`, [id, newId('review')]);
    expect((await review(service, key(), id, DECLINE)).code).toBe('record_contradicted');
    await expect(query(`DELETE FROM audit WHERE target = $1`, [id])).rejects.toThrow('permission denied');
    const owned = service.database.owner.query(`DELETE FROM audit WHERE target = $1`, [id]);
    await expect(owned).rejects.toThrow('append-only');
  });

  it('cannot drop the first of two answers, nor the second', async () => {
    const { id } = await waiting({ four_eyes: true });
    await review(service, key(), id);
    const [one] = await query(`SELECT answers FROM review WHERE id = $1`, [id]);
    expect(await compared(id)).toBeNull();
    await rollBack(id);
    expect((await review(service, key(), id, DECLINE)).code).toBe('record_contradicted');
    await query(
      `UPDATE review SET answers = $2, state = 'awaiting_second', first_reviewer = 'ann' WHERE id = $1`,
      [id, one.answers],
    );
    await review(service, key(), id, { ...APPROVE, reviewer: 'bob' });
    expect((await read(id)).data).toMatchObject({ decision: 'pass', record_contradicted: false });
    await rollBack(id);
    await query(
      `UPDATE review SET answers = $2, state = 'awaiting_second', first_reviewer = 'ann' WHERE id = $1`,
      [id, one.answers],
    );
    expect((await review(service, key(), id, { ...DECLINE, reviewer: 'bob' })).code).toBe(
      'record_contradicted',
    );
  });

  it('mutation control: it would wait again without the comparison with the audit log', async () => {
    const careless = await mutantInside<Module>(
      'geolocation/records/contradiction.ts',
      'reviews/compare.ts',
      ['row.logged > answers.length', 'false'],
    );
    const { id } = await waiting();
    await review(service, key(), id);
    await rollBack(id);
    expect([await compared(id), await compared(id, careless)]).toEqual([OTHER, null]);
  });
});

describe('a writer who also holds the root key', () => {
  type Module = { compareWithSignature: typeof compareWithSignature };
  const stored = storedOne;
  const what = async (id: string, { compareWithSignature: compare }: Module = { compareWithSignature }) =>
    (await compare(service.deps, await stored(id))).what;

  /** Turns an approval into a decline, in row, record and digest, with everything but a signature. */
  async function forge(id: string): Promise<void> {
    const row = reviewRow((await stored(id)).review)!;
    const { key } = await stored(id);
    const [answer] = openAnswers(key!, row);
    const record = JSON.stringify({ ...answer!.said, outcome: 'decline', decision: 'fail' });
    const [head, claims, bytes] = answer!.signature.split('.') as [string, string, string];
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const fitted = Buffer.from(JSON.stringify({ ...said, sha256: recordDigest(record) })).toString(
      'base64url',
    );
    const sealed = sealAnswer(key!, row, 1, { record, signature: `${head}.${fitted}.${bytes}`, note: null });
    await query(`UPDATE review SET outcome = 'decline', answers = ARRAY[$2::bytea] WHERE id = $1`, [
      id,
      sealed,
    ]);
    await query(`UPDATE verification SET decision = 'fail' WHERE verification_id = $1`, [id]);
  }

  it('cannot forge an answer without the signing key', async () => {
    const { id } = await waiting();
    await review(service, key(), id);
    expect(await what(id)).toBeNull();
    await forge(id);
    expect(await what(id)).toBe('review: a signature is not valid');
    expect((await read(id)).code).toBe('record_contradicted');
  });

  it('mutation control: the forged answer is served without the check of its signature', async () => {
    const careless = await mutant<Module>('geolocation/records/contradiction.ts', [
      'return holds ? compared :',
      'return true ? compared :',
    ]);
    const { id } = await waiting();
    await review(service, key(), id);
    await forge(id);
    expect(await what(id, careless)).toBeNull();
  });

  it('mutation control: one reviewer suffices when the row is not compared with the policy', async () => {
    const careless = await mutantInside<Module>(
      'geolocation/records/contradiction.ts',
      'reviews/compare.ts',
      ['if (what) return bad(what);', ''],
    );
    const { id } = await waiting({ four_eyes: true });
    await query('UPDATE review SET four_eyes = false WHERE id = $1', [id]);
    expect([await what(id), await what(id, careless)]).toEqual(['review: four_eyes', null]);
  });
});

describe('an erased customer', () => {
  const erase = (customer_id: string) =>
    service.call({ method: 'DELETE', path: `/customers/${customer_id}`, token: key() });

  it('leaves the list, and their review can no longer be decided', async () => {
    const { id, customer_id } = await waiting({ four_eyes: true });
    await review(service, key(), id);
    await erase(customer_id);
    expect((await list()).map((each: { id: string }) => each.id)).not.toContain(id);
    const refused = await review(service, key(), id, { ...APPROVE, reviewer: 'bob' });
    expectRefusal(refused, 400, 'invalid_request');
    expect(refused.data.error.fields[0].message).toMatch(/erased/);
    const [row] = await query(`SELECT * FROM review WHERE id = $1`, [id]);
    expect(row).toMatchObject({ state: 'closed', answers: [], first_reviewer: null });
    expect((await read(id)).data).toMatchObject({
      erased: true,
      record_contradicted: false,
      review: { state: 'closed', reviewers: [] },
    });
  });

  it('keeps the bare outcome of a decided review, without note, reason or reviewer', async () => {
    const { id, customer_id } = await waiting();
    await review(service, key(), id, { ...DECLINE, note: 'personal' });
    await erase(customer_id);
    expect((await read(id)).data).toMatchObject({
      decision: 'fail',
      decision_source: 'review',
      erased: true,
      record_contradicted: false,
      review: { state: 'decided', outcome: 'decline', note: null, reason: null, reviewers: [] },
    });
    const rows = JSON.stringify(await query(`SELECT * FROM review WHERE id = $1`, [id]));
    for (const secret of [customer_id, 'personal', 'ann', DECLINE.reason]) expect(rows).not.toContain(secret);
  });
});

describe('after a declined review', () => {
  const codes = (answer: { reasons: { code: string }[] }) => answer.reasons.map(({ code }) => code);

  it('tells the person once what they may do, with the next answer that is no pass', async () => {
    const { id, customer_id, type } = await waiting();
    const before = await verified(service, org, customer_id, { type });
    expect(codes(before)).toEqual(['attestation_missing']);
    await review(service, key(), id, DECLINE);
    const next = await verified(service, org, customer_id, { type, locale: 'de-DE' });
    expect(codes(next)).toEqual(['attestation_missing', 'review_declined']);
    expect(next.reasons[1].message).toMatch(/abgelehnt/);
    expect(next.reasons[1].remedy).toMatch(/erneut versuchen/);
    // It is no reason of this decision: neither the row nor the signed result has it.
    expect((await read(next.verification_id)).data).toMatchObject({
      reason_codes: ['attestation_missing'],
      record_contradicted: false,
    });
    expect(claimsOf<{ reason_codes: string[] }>(next.result_token).reason_codes).toEqual([
      'attestation_missing',
    ]);
    expect(codes(await verified(service, org, customer_id, { type }))).toEqual(['attestation_missing']);
  });

  it('says nothing with a pass, nor after an approval, nor to another customer', async () => {
    const { id, customer_id, type } = await waiting();
    await review(service, key(), id, DECLINE);
    expect(codes(await verified(service, org, 'another', { type }))).toEqual(['attestation_missing']);
    expect(codes(await verified(service, org, customer_id, { type: 'plain' }))).toEqual([]);
    expect(codes(await verified(service, org, customer_id, { type }))).toEqual(['attestation_missing']);
    const approved = await waiting();
    await review(service, key(), approved.id);
    const again = await verified(service, org, approved.customer_id, { type: approved.type });
    expect(codes(again)).toEqual(['attestation_missing']);
  });
});
