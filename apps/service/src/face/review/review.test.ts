import type { WorkflowDefinition } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { eventsOf, person, sharedWorkflow } from '../../../testing/face/face.ts';
import { AUTOMATIC, REVIEWED, reviewStage } from '../../../testing/face/stages/reviews.ts';
import { ANN, STRANGER } from '../../../testing/face/stages/visits.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import { APPROVE, DECLINE, review } from '../../../testing/reviews.ts';

const { service, org, key, read, stored, query, pending, visit } = reviewStage();

describe('a session that waits for a review', () => {
  it('is decided once, with its event, and read with its review', async () => {
    const id = await visit('once', ANN, { ...REVIEWED, review: { when: ['always'], due_s: 600 } });
    const before = await read(id);
    expect(before).toMatchObject({
      decision: 'review',
      decision_source: 'auto',
      review: { state: 'open', outcome: null, enrolled: null, reviewers: [] },
    });
    expect(Date.parse(before.review.due_at) - Date.parse(before.review.opened_at)).toBe(600_000);
    expect(before.review.opened_at).toBe(before.completed_at);
    const done = await review(service, key(), id, { ...APPROVE, note: 'same as on the passport' });
    expect(done.data, done.text).toMatchObject({
      session_id: id,
      state: 'decided',
      decision: 'approved',
      review: { enrolled: true, note: 'same as on the passport' },
    });
    expectRefusal(await review(service, key(), id, DECLINE), 409, 'already_reviewed');
    const after = await read(id);
    expect(after).toMatchObject({
      status: 'completed',
      decision: 'approved',
      decision_source: 'review',
      reasons: before.reasons,
      completed_at: before.completed_at,
      record_contradicted: false,
    });
    expect(after.review).toEqual(done.data.review);
    expect(await eventsOf(service, id)).toEqual([
      'created',
      'started',
      'submitted',
      'completed',
      'review_required',
      'reviewed',
    ]);
    const [required, reviewed] = await query(
      `SELECT data FROM event WHERE type LIKE 'facecheck.%review%' AND data->>'session_id' = $1 ORDER BY event_id`,
      [id],
    );
    const { review_id, due_at } = before.review;
    const { workflow_id } = before;
    const ids = { session_id: id, workflow_id, status: 'completed', livemode: true, review_id };
    expect(required.data).toEqual({ ...ids, decision: 'review', due_at });
    expect(reviewed.data).toEqual({ ...ids, decision: 'approved', outcome: 'approve' });
  });

  it('needs two reviewers where the workflow says so', async () => {
    const id = await visit('four', ANN, { ...REVIEWED, review: { when: ['always'], four_eyes: true } });
    const first = await review(service, key(), id);
    expect(first.data).toMatchObject({ state: 'awaiting_second', decision: 'review' });
    expect([(await stored('four')).length, await pending(id)]).toEqual([0, 1]);
    expectRefusal(await review(service, key(), id), 400, 'invalid_request');
    const second = await review(service, key(), id, { ...APPROVE, reviewer: 'bob' });
    expect(second.data).toMatchObject({ decision: 'approved', review: { enrolled: true } });
    expect((await read(id)).record_contradicted).toBe(false);
  });

  it('says clearly when there is nothing to review', async () => {
    const id = await visit('machine', ANN, AUTOMATIC);
    expectRefusal(await review(service, key(), id), 400, 'invalid_request');
    const unknown = 'fcs_01JD0000000000000000000000';
    expectRefusal(await review(service, key(), unknown), 404, 'session_not_found');
  });

  it('can be reviewed in the sandbox, where nothing is enrolled', async () => {
    const customer = { customer_id: 'test_face_review-1' };
    const desktop = await person(service, org, { env: 'sandbox', customer });
    const id = (await desktop.open()).data.session.session_id;
    await desktop.consent();
    await desktop.submit(await desktop.attempt());
    const done = await review(service, org.results.sandbox, id);
    expect(done.data).toMatchObject({ decision: 'approved', review: { enrolled: null } });
    const token = org.results.sandbox;
    const shown = (await service.call({ path: `/facecheck/session/${id}`, token })).data;
    expect(shown).toMatchObject({ decision_source: 'review', livemode: false, record_contradicted: false });
  });

  it('gives the client no second signed result', async () => {
    const workflow_id = await sharedWorkflow(service, org.org, { client_result: 'decision' });
    const customer = { customer_id: 'test_face_review-result' };
    const desktop = await person(service, org, { env: 'sandbox', workflow_id, customer });
    const id = (await desktop.open()).data.session.session_id;
    await desktop.consent();
    await desktop.submit(await desktop.attempt());
    expect((await desktop.status()).data.result_token).toEqual(expect.any(String));
    await review(service, org.results.sandbox, id);
    const status = await desktop.status();
    expect([status.status, status.data.result_token]).toEqual([200, undefined]);
  });
});

describe('the next session after a declined review', () => {
  const next = async (customer_id: string, definition: Partial<WorkflowDefinition> = REVIEWED) => {
    const workflow_id = await sharedWorkflow(service, org.org, definition);
    const desktop = await person(service, org, { workflow_id, customer: { customer_id } });
    return (await desktop.open()).data.previous_review;
  };

  it('tells the person what they may do, and nothing of why', async () => {
    const id = await visit('told');
    expect(await next('told')).toBeNull();
    await review(service, key(), id, { ...DECLINE, note: 'looks like a mask' });
    const { decided_at } = (await read(id)).review;
    expect(await next('told')).toEqual({ decided_at, may: ['try_again', 'contact_business'] });
    expect(await next('another')).toBeNull();
    expect(await next('told', { ...REVIEWED, client_result: 'none' })).toBeNull();
    // A later check of the same person has taken its place.
    await visit('told', ANN, AUTOMATIC);
    expect(await next('told')).toBeNull();
  });

  it('says nothing after an approval, or when the machine declined', async () => {
    await review(service, key(), await visit('praised'));
    expect(await next('praised')).toBeNull();
    await visit('praised', STRANGER, AUTOMATIC);
    expect(await next('praised')).toBeNull();
  });
});

describe('a redacted or erased session', () => {
  it('leaves the list, and can no longer be reviewed', async () => {
    const id = await visit('redacted');
    await service.call({ path: `/facecheck/session/${id}/redact`, token: key(), body: {} });
    const { reviews } = (await service.call({ path: '/reviews?area=face&limit=100', token: key() })).data;
    expect(reviews.map((each: { id: string }) => each.id)).not.toContain(id);
    expect(await read(id)).toMatchObject({ decision: 'review', review: { state: 'closed' } });
    expect(await pending(id)).toBe(0);
    expectRefusal(await review(service, key(), id), 400, 'invalid_request');
  });

  it('keeps its decision after a review, without note, reason and reviewer', async () => {
    const id = await visit('erased');
    await review(service, key(), id, { ...APPROVE, note: 'personal' });
    await service.call({ method: 'DELETE', path: '/customers/erased', token: key() });
    expect(await read(id)).toMatchObject({
      customer_id: '',
      decision: 'approved',
      decision_source: 'review',
      record_contradicted: false,
      review: { state: 'decided', outcome: 'approve', note: null, reviewers: [] },
    });
    const [row] = await query('SELECT * FROM review WHERE id = $1', [id]);
    expect(row).toMatchObject({ answers: [], first_reviewer: null });
  });
});

describe('a writer of the database', () => {
  it.each([
    ['decision', `UPDATE face_session SET decision = 'declined' WHERE session_id = $1`],
    [
      'review: four_eyes, first_reviewer',
      `UPDATE review SET four_eyes = true, first_reviewer = 'x' WHERE id = $1`,
    ],
    ['review: it is missing', `DELETE FROM review WHERE id = $1`],
    [
      'redacted_at',
      `WITH e AS (DELETE FROM face_evidence WHERE session_id = $1)
       UPDATE face_session SET redacted_at = now() WHERE session_id = $1`,
    ],
  ])('cannot edit a decided review unnoticed: %s', async (what, edit) => {
    const id = await visit(`edited-${what}`);
    await review(service, key(), id);
    await query(edit, [id]);
    const answer = await service.call({ path: `/facecheck/session/${id}`, token: key() });
    expect(answer.code).toBe('record_contradicted');
    const noted = await query(
      `SELECT detail->>'what' AS what FROM audit WHERE action = 'record.contradicted' AND target = $1`,
      [id],
    );
    expect(noted).toEqual([{ what }]);
  });

  it('cannot have a decided review decided the other way', async () => {
    const id = await visit('again');
    await review(service, key(), id);
    await query(
      `UPDATE review SET answers = '{}', state = 'open', outcome = NULL, decided_at = NULL WHERE id = $1`,
      [id],
    );
    await query(
      `UPDATE face_session SET decision = 'review', decision_source = 'auto' WHERE session_id = $1`,
      [id],
    );
    expect((await review(service, key(), id, DECLINE)).code).toBe('record_contradicted');
    const list = await service.call({ path: '/facecheck/sessions?customer_id=again', token: key() });
    expect(list.data.sessions).toMatchObject([{ session_id: id, record_contradicted: true }]);
  });

  it('cannot spare the second reviewer', async () => {
    const id = await visit('spared', ANN, { ...REVIEWED, review: { when: ['always'], four_eyes: true } });
    await query('UPDATE review SET four_eyes = false WHERE id = $1', [id]);
    expect((await review(service, key(), id)).code).toBe('record_contradicted');
  });
});
