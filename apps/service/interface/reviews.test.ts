import { describe, expect, it } from 'vitest';
import { newId } from '../src/ids.ts';
import { claimsOf } from '../testing/browser-payload.ts';
import { testReviews } from '../testing/interface/reviews.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { APPROVE, DECLINE, review, verified } from '../testing/reviews.ts';

const { service, org, key, waiting, read, query } = testReviews();

const list = async (query = '') =>
  (await service.call({ path: `/reviews?limit=100${query}`, token: key() })).data.reviews;
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
