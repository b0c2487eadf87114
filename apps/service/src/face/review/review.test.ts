import type { WorkflowDefinition } from '@standpoint/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { eventsOf, MovableClock, person, sharedWorkflow } from '../../../testing/face/face.ts';
import { faceLook, look, unit, visionOf } from '../../../testing/face/looks.ts';
import { analysed, atEase } from '../../../testing/face/runner.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { mutantInside } from '../../../testing/mutant.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import { APPROVE, DECLINE, review } from '../../../testing/reviews.ts';
import { settingsOf } from '../portal/workflow.ts';
import { type Capture, noRunner } from '../runner/runner.ts';
import { expireDue } from '../session/timers.ts';
import { templatesOf } from '../templates/records.ts';
import { gatherMatch } from '../templates/templates.ts';
import { packOf } from '../vision/packs/manifest.ts';
import { locatePack } from '../vision/packs/packs.ts';
import type { reviewSessionHandler } from './review.ts';

/** Seeds of two faces. */
const ANN = 1;
const STRANGER = 2;
const DAY_S = 86_400;
const TEMPLATE_DAYS = 10;
/** Every approval of the machine goes to a reviewer. */
const REVIEWED: Partial<WorkflowDefinition> = {
  attempts: 1,
  match: { source: 'template', target_fmr: 1e-4 },
  enroll: { on_pass: true },
  consent: { required: false },
  retention: { frames_days: 2, template_days: TEMPLATE_DAYS },
  review: { when: ['always'] },
};
const AUTOMATIC: Partial<WorkflowDefinition> = { ...REVIEWED, review: { when: ['match_uncertain'] } };

const clock = new MovableClock();
// Other tests share these cores: an answer may take its time.
const replace = { ...clock.replacement, face: { answer_within_ms: 50_000 } };
const service = testService({ unlimited: true, replace });
const org = testOrganization(service);
const key = () => org.results.production;
afterEach(() => void Object.assign(service.deps.face, { runner: noRunner }));

const read = async (session_id: string) =>
  (await service.call({ path: `/facecheck/session/${session_id}`, token: key() })).data;
const stored = (customer_id: string) =>
  templatesOf(service.database.db, {
    org: org.org,
    env: 'production',
    customer_hash: service.hash(org.org, customer_id),
  });
const query = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const pending = async (session_id: string) =>
  (await query('SELECT 1 FROM face_pending WHERE session_id = $1', [session_id])).length;

/** A session in which a person with that face captures under the name of the customer. */
async function visit(
  customer_id: string,
  seed = ANN,
  definition = REVIEWED,
  match = gatherMatch,
): Promise<string> {
  const workflow_id = await sharedWorkflow(service, org.org, definition);
  const desktop = await person(service, org, { workflow_id, customer: { customer_id } });
  const session_id: string = (await desktop.open()).data.session.session_id;
  const attempt = await desktop.attempt();
  clock.pass(17);
  service.deps.face.runner = { analyse: (capture: Capture) => analysed(service.deps, capture, seed, match) };
  const answer = await desktop.submit(attempt, atEase(attempt));
  expect(answer.data.session.status, answer.text).toBe('completed');
  return session_id;
}

/** A comparison that finds the face neither surely the same nor surely another. */
const suspected: typeof gatherMatch = async (...args) => {
  const found = await gatherMatch(...args);
  return found.skipped === undefined ? { ...found, score: found.review_threshold } : found;
};

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

describe('an approval', () => {
  it('enrols the captured face, and the next session is compared with it', async () => {
    const id = await visit('enrols');
    expect(await stored('enrols')).toEqual([]);
    await review(service, key(), id);
    expect(await stored('enrols')).toHaveLength(1);
    expect(await pending(id)).toBe(0);
    expect(await read(await visit('enrols', ANN, AUTOMATIC))).toMatchObject({
      decision: 'approved',
      checks: { match: { outcome: 'pass' } },
    });
    expect(await read(await visit('enrols', STRANGER, AUTOMATIC))).toMatchObject({ decision: 'declined' });
  });

  it('keeps the prints of the frames, so that a replay of them is noticed', async () => {
    const id = await visit('prints');
    const prints = () => query('SELECT 1 FROM face_print WHERE session_id = $1', [id]);
    expect(await prints()).toHaveLength(0);
    await review(service, key(), id);
    expect((await prints()).length).toBeGreaterThan(0);
  });

  it('is given without enrolling, and says so, when the retention of the face is over', async () => {
    const id = await visit('late');
    // Due after one day; the frames are kept for two, and the face waits as long as they do.
    clock.pass(2 * DAY_S - 600);
    await expireDue(service.deps);
    expect(await pending(id)).toBe(1);
    clock.pass(1_200);
    await expireDue(service.deps);
    expect(await pending(id)).toBe(0);
    const done = await review(service, key(), id);
    expect(done.data).toMatchObject({ decision: 'approved', review: { enrolled: false } });
    expect(await stored('late')).toEqual([]);
    // The customer was approved, so the next visit is no first one.
    expect(await read(await visit('late', STRANGER, AUTOMATIC))).toMatchObject({
      decision: 'review',
      reasons: ['match_unavailable', 'template_lapsed'],
    });
  });

  it('keeps no face where the workflow does not enrol', async () => {
    const id = await visit('asks', ANN, {
      ...REVIEWED,
      match: { source: 'none' },
      enroll: { on_pass: false },
    });
    const done = await review(service, key(), id);
    expect(done.data).toMatchObject({ decision: 'approved', review: { enrolled: null } });
    expect(await stored('asks')).toEqual([]);
  });

  it('enrols again after a template has lapsed: the reviewer answers for whose face it is', async () => {
    await visit('lapsed', ANN, AUTOMATIC);
    clock.pass((TEMPLATE_DAYS + 1) * DAY_S);
    await expireDue(service.deps);
    const id = await visit('lapsed', ANN, AUTOMATIC);
    expect(await read(id)).toMatchObject({
      decision: 'review',
      reasons: expect.arrayContaining(['template_lapsed']),
    });
    expect((await review(service, key(), id)).data.review.enrolled).toBe(true);
    expect((await read(await visit('lapsed', ANN, AUTOMATIC))).decision).toBe('approved');
  });

  it('does not let a declined capture leave anything behind', async () => {
    const id = await visit('declined');
    const done = await review(service, key(), id, DECLINE);
    expect(done.data).toMatchObject({ decision: 'declined', review: { enrolled: null } });
    expect([await stored('declined'), await pending(id)]).toEqual([[], 0]);
    expect(
      await query(`SELECT 1 FROM face_approval WHERE customer_hash = $1`, [
        service.hash(org.org, 'declined'),
      ]),
    ).toEqual([]);
    expect((await read(await visit('declined', ANN, AUTOMATIC))).decision).toBe('approved');
  });
});

describe('a take-over by review', () => {
  /** Two first visits of one customer, both of which wait for a review. */
  const both = async (customer_id: string) =>
    [await visit(customer_id), await visit(customer_id, STRANGER)] as const;

  it('is refused: of two faces that wait as first visits, one can be approved', async () => {
    const [ann, stranger] = await both('taken');
    expect((await review(service, key(), ann)).data.decision).toBe('approved');
    const [template] = await stored('taken');
    const refused = await review(service, key(), stranger);
    expectRefusal(refused, 400, 'invalid_request');
    expect(refused.data.error.fields[0]).toMatchObject({ path: 'outcome' });
    // Nothing was burnt: the same session can still be declined, and the template is the one of the first.
    expect((await read(stranger)).review.state).toBe('open');
    expect(await stored('taken')).toEqual([template]);
    expect((await review(service, key(), stranger, DECLINE)).data.decision).toBe('declined');
  });

  it('is refused when both are approved at the same moment', async () => {
    const waiting = await both('moment');
    const answers = await Promise.all(waiting.map((id) => review(service, key(), id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await stored('moment')).toHaveLength(1);
  });

  it('leaves nothing when the customer is erased at the same moment', async () => {
    const id = await visit('gone');
    const erase = () => service.call({ method: 'DELETE', path: '/customers/gone', token: key() });
    const [answer, erased] = await Promise.all([review(service, key(), id), erase()]);
    expect([200, 400]).toContain(answer.status);
    expect(erased.status).toBe(200);
    expect([await stored('gone'), await pending(id)]).toEqual([[], 0]);
    expect(
      await query(`SELECT 1 FROM face_approval WHERE customer_hash = $1`, [service.hash(org.org, 'gone')]),
    ).toEqual([]);
    expect((await read(id)).record_contradicted).toBe(false);
  });

  it('is refused after the face has run out, too', async () => {
    const [ann, stranger] = await both('taken-late');
    await query('DELETE FROM face_pending WHERE session_id = $1', [stranger]);
    await review(service, key(), ann);
    expectRefusal(await review(service, key(), stranger), 400, 'invalid_request');
  });

  it('does not stop a second session of the same person', async () => {
    const [one, other] = [await visit('twice'), await visit('twice')];
    await review(service, key(), one);
    const done = await review(service, key(), other);
    expect(done.data).toMatchObject({ decision: 'approved', review: { enrolled: true } });
    expect(await stored('twice')).toHaveLength(1);
  });

  it('changes no template when a person approves a face that is not surely the same', async () => {
    await review(service, key(), await visit('owner'));
    const [template] = await stored('owner');
    const id = await visit('owner', STRANGER, AUTOMATIC, suspected);
    expect((await read(id)).reasons).toEqual(['match_suspected']);
    const done = await review(service, key(), id);
    expect(done.data).toMatchObject({ decision: 'approved', review: { enrolled: false } });
    expect(await stored('owner')).toEqual([template]);
  });

  describe('by the next model pack', () => {
    const accurate = packOf(locatePack('accurate', ''));
    const newer = () =>
      visionOf({ ...accurate, version: 'another' }, () => look(faceLook({ embedding: unit(STRANGER) })));
    const compareAnew = (customer_id: string, match = gatherMatch) =>
      match(
        service.deps,
        { org: org.org, env: 'production', customer_hash: service.hash(org.org, customer_id) },
        settingsOf({ name: 'x', ...AUTOMATIC }),
        newer(),
        { embedding: unit(STRANGER), frames: 5, quality: 0.6 },
      );

    /** A customer whose own frames are gone, with a stranger's session that was approved, not enrolled. */
    async function approvedUnlike(customer_id: string): Promise<string> {
      await review(service, key(), await visit(customer_id));
      await query(`UPDATE face_session SET frames_state = 'deleted' WHERE customer_hash = $1`, [
        service.hash(org.org, customer_id),
      ]);
      const id = await visit(customer_id, STRANGER, AUTOMATIC, suspected);
      const done = await review(service, key(), id);
      expect(done.data).toMatchObject({ decision: 'approved', review: { enrolled: false } });
      return id;
    }

    it('is prevented: a session that was approved without enrolling never becomes the template', async () => {
      await approvedUnlike('next-pack');
      const before = await stored('next-pack');
      expect(await compareAnew('next-pack')).toEqual({ skipped: 'other_pack' });
      expect(await stored('next-pack')).toEqual(before);
    });

    it('mutation control: it does where every approval of a reviewer counts', async () => {
      const careless = await mutantInside<{ gatherMatch: typeof gatherMatch }>(
        'face/templates/templates.ts',
        'face/templates/re-enrolment.ts',
        [
          '`session_id = ANY(${sessions})`',
          "`(session_id = ANY(${sessions}) OR decision_source = 'review')`",
        ],
      );
      const id = await approvedUnlike('next-pack-careless');
      expect(await compareAnew('next-pack-careless', careless.gatherMatch)).toHaveProperty('score');
      expect(await stored('next-pack-careless')).toMatchObject([{ sessions: [id] }]);
    });
  });

  it('mutation control: both faces are approved without the second comparison', async () => {
    type Module = { reviewSessionHandler: typeof reviewSessionHandler };
    const careless = await mutantInside<Module>('face/review/review.ts', 'face/review/approve.ts', [
      'if (same) return;',
      'return;',
    ]);
    const [ann, stranger] = await both('careless');
    await review(service, key(), ann);
    const call = {
      caller: { kind: 'results_key', org: org.org, env: 'production', actor: 'key:key', key_id: 'key' },
      params: { session_id: stranger },
      body: APPROVE,
      request_id: 'req',
      ip: '127.0.0.1',
      base_url: service.config.base_url,
    };
    expect(await careless.reviewSessionHandler(call as never, service.deps)).toMatchObject({
      decision: 'approved',
    });
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
