import { describe, expect, it } from 'vitest';
import { faceLook, look, unit, visionOf } from '../../../testing/face/looks.ts';
import { AUTOMATIC, REVIEWED, reviewStage } from '../../../testing/face/stages/reviews.ts';
import { ANN, DAY_S, STRANGER, TEMPLATE_DAYS } from '../../../testing/face/stages/visits.ts';
import { mutantInside } from '../../../testing/mutant.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import { APPROVE, DECLINE, review } from '../../../testing/reviews.ts';
import { settingsOf } from '../portal/workflow.ts';
import { expireDue } from '../session/timers.ts';
import { gatherMatch } from '../templates/templates.ts';
import { packOf } from '../vision/packs/manifest.ts';
import { locatePack } from '../vision/packs/packs.ts';
import type { reviewSessionHandler } from './review.ts';

const { clock, service, org, key, read, stored, query, pending, visit } = reviewStage();

/** A comparison that finds the face neither surely the same nor surely another. */
const suspected: typeof gatherMatch = async (...args) => {
  const found = await gatherMatch(...args);
  return found.skipped === undefined ? { ...found, score: found.review_threshold } : found;
};

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
