import { describe, expect, it } from 'vitest';
import { APPROVED, atDesk, DECLINED, finish, later } from '../../testing/desk/calls.ts';
import { reviewers } from '../../testing/desk/reviewers.ts';
import { mutant } from '../../testing/mutant.ts';
import { signedIn } from '../../testing/people.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { review } from '../../testing/reviews.ts';
import type { finishHeld } from './finish.ts';

const { service, org, people, ana, bob, owner, key, query, waitingOf, read } = reviewers();
let made = 0;
const waiting = (type = 'desk', customer_id = `desk-${++made}`) => waitingOf(customer_id, type);
const actions = async (id: string) =>
  (
    await query(
      `SELECT actor, action, outcome FROM audit WHERE target = $1 AND action LIKE 'review.%' ORDER BY audit_id`,
      [id],
    )
  ).map(({ actor, action, outcome }) => `${actor} ${action} ${outcome}`);

describe('a decision of a person', () => {
  it('is held, leaves the queue, and is final after 8 s under the signed-in name', async () => {
    const { id, review_id } = await waiting();
    const answer = await ana.decide(review_id, DECLINED);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data.review.held).toMatchObject({ mine: true, outcome: 'decline' });
    expect(Date.parse(answer.data.until) - Date.now()).toBeGreaterThan(5_000);
    expect(await read(id)).toMatchObject({ decision: 'review', review: { state: 'open', reviewers: [] } });
    const shown = (await bob.queue('?limit=100')).data.reviews.map((each: { id: string }) => each.id);
    expect(shown).not.toContain(id);
    expect((await ana.queue()).data.held).toMatchObject([{ id }]);
    expect(await finish(service, 0)).toBe(0);
    expect(await finish(service)).toBe(1);
    expect(await read(id)).toMatchObject({
      decision: 'fail',
      decision_source: 'review',
      record_contradicted: false,
      review: {
        state: 'decided',
        note: 'a note of mine',
        reviewers: [{ reviewer: people.ana.email, outcome: 'decline', reason: 'Not the person' }],
      },
    });
    const user = `user:${people.ana.user_id}`;
    expect(await actions(id)).toEqual([`${user} review.held decline`, `${user} review.decided decline`]);
    const events = await query(
      `SELECT type FROM event WHERE data->>'verification_id' = $1 AND type LIKE '%.reviewed'`,
      [id],
    );
    expect(events).toHaveLength(1);
  });

  it('takes no reviewer from the body', async () => {
    const { review_id } = await waiting();
    expectRefusal(await ana.decide(review_id, { ...APPROVED, reviewer: 'bob' }), 400, 'invalid_request');
  });

  it('waits again when taken back, and cannot be taken back twice, by another person, or once final', async () => {
    const { id, review_id } = await waiting();
    const { hold_id } = (await ana.decide(review_id)).data;
    expectRefusal(await bob.undo(hold_id), 409, 'already_reviewed');
    expect((await ana.undo(hold_id)).data).toEqual({ undone: [review_id] });
    expectRefusal(await ana.undo(hold_id), 409, 'already_reviewed');
    expect(await finish(service)).toBe(0);
    const { data } = await ana.open(review_id);
    expect(data.review).toMatchObject({ held: null, state: 'open', claim: { mine: true } });
    const again = (await ana.decide(review_id)).data.hold_id;
    await finish(service);
    expect((await ana.undo(again)).message).toContain('final');
    expect(await read(id)).toMatchObject({ decision: 'pass' });
  });

  it('names who was first and when to the second of two people, held or final', async () => {
    const { review_id } = await waiting();
    await ana.decide(review_id);
    const late = await bob.decide(review_id, DECLINED);
    expectRefusal(late, 409, 'already_reviewed');
    expect(late.message).toMatch(
      /^Person \d+ approved this \d+ s before you, and may still take it back\. Your note is kept\.$/,
    );
    await finish(service);
    expect((await bob.decide(review_id, DECLINED)).message).toMatch(
      /^Person \d+ approved this .* Your note is kept\.$/,
    );
  });

  it('lets a key decide neither before nor after it, and tells the key when to ask again', async () => {
    const { id, review_id } = await waiting();
    const { hold_id } = (await ana.decide(review_id)).data;
    const early = await review(service, key(), id);
    expectRefusal(early, 409, 'review_held');
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(1);
    await ana.undo(hold_id);
    expect((await review(service, key(), id)).status).toBe(200);
    const late = await ana.decide(review_id);
    expectRefusal(late, 409, 'already_reviewed');
    expect(late.message).toContain('a key of the backend');
  });

  it('leaves nothing when the customer is erased meanwhile', async () => {
    const { id, review_id, customer_id } = await waiting();
    await ana.decide(review_id, DECLINED);
    const gone = await service.call({ method: 'DELETE', path: `/customers/${customer_id}`, token: key() });
    expect(gone.status).toBe(200);
    expect(await finish(service)).toBe(0);
    const [row] = await query('SELECT * FROM review WHERE id = $1', [id]);
    expect(row).toMatchObject({
      state: 'closed',
      hold_id: null,
      held_sealed: null,
      claimed_by: null,
      answers: [],
    });
    expectRefusal(await ana.decide(review_id), 400, 'invalid_request');
  });
});

describe('a held decision of a person who may not decide any more', () => {
  const taken = (user_id: string, role: string | null) =>
    role
      ? query('UPDATE member SET role = $2 WHERE user_id = $1', [user_id, role])
      : query('DELETE FROM member WHERE user_id = $1', [user_id]);

  it.each([null, 'auditor'])('is dropped, and the review waits again: %s', async (role) => {
    const leaver = await signedIn(service, org.org, 'reviewer');
    const { id, review_id } = await waiting();
    expect((await atDesk(leaver, org).decide(review_id)).status).toBe(200);
    await taken(leaver.user_id, role);
    await finish(service);
    expect(await read(id)).toMatchObject({ decision: 'review', review: { state: 'open' } });
    expect((await ana.open(review_id)).data.review).toMatchObject({
      held: null,
      problem: expect.stringContaining('may not do so any more'),
    });
    expect(await actions(id)).toContain('system review.not_taken scope_denied');
  });

  it('is dropped where it was escalated, and the person is no manager any more', async () => {
    const admin = await signedIn(service, org.org, 'admin');
    const { id, review_id } = await waiting();
    await ana.escalate(review_id);
    expect((await atDesk(admin, org).decide(review_id)).status).toBe(200);
    await taken(admin.user_id, 'reviewer');
    await finish(service);
    expect(await read(id)).toMatchObject({ decision: 'review' });
    expect((await owner.decide(review_id)).status).toBe(200);
    await finish(service);
    expect(await read(id)).toMatchObject({ decision: 'pass' });
  });

  it('mutation control: without the question, it becomes final', async () => {
    const leaver = await signedIn(service, org.org, 'reviewer');
    const { id, review_id } = await waiting();
    await atDesk(leaver, org).decide(review_id);
    await taken(leaver.user_id, null);
    const { finishHeld: careless } = await mutant<{ finishHeld: typeof finishHeld }>('desk/finish.ts', [
      'if (!due.may_decide)',
      'if (due.may_decide === null)',
    ]);
    await careless(later(service, 9));
    expect(await read(id)).toMatchObject({ decision: 'pass' });
  });
});

describe('many at once', () => {
  it('are listed first, decided with one press, and taken back with one', async () => {
    const [one, two, four] = [await waiting(), await waiting(), await waiting('desk-four')];
    await bob.claim(two.review_id);
    const review_ids = [one, two, four].map(({ review_id }) => review_id);
    const dry = (await ana.bulk({ ...APPROVED, review_ids, dry: true })).data;
    expect(dry).toMatchObject({
      hold_id: null,
      decided: [
        { review_id: one.review_id, customer_id: one.customer_id, becomes: 'decided' },
        { review_id: four.review_id, becomes: 'awaiting_second' },
      ],
      refused: [{ review_id: two.review_id, code: 'review_held' }],
    });
    expect(await finish(service)).toBe(0);
    const real = (await ana.bulk({ ...APPROVED, review_ids })).data;
    expect(real.refused).toHaveLength(1);
    expect((await ana.undo(real.hold_id)).data.undone.toSorted()).toEqual(
      [one.review_id, four.review_id].toSorted(),
    );
    await ana.bulk({ ...DECLINED, review_ids });
    await finish(service);
    expect([(await read(one.id)).decision, (await read(two.id)).decision]).toEqual(['fail', 'review']);
  });

  it('are at most 50, each once', async () => {
    const { review_id } = await waiting();
    for (const review_ids of [[], [review_id, review_id], Array.from({ length: 51 }, () => review_id)])
      expectRefusal(await ana.bulk({ ...APPROVED, review_ids }), 400, 'invalid_request');
  });
});

describe('an escalated review', () => {
  it('is decided by a manager alone, who reads why', async () => {
    const { review_id } = await waiting();
    const answer = await ana.escalate(review_id, { reason: 'Known to us', note: 'my neighbour' });
    expect(answer.data.escalated).toMatchObject({ by: { user_id: people.ana.user_id } });
    expectRefusal(await ana.decide(review_id), 403, 'scope_denied');
    expect((await owner.open(review_id)).data.escalation).toEqual({
      reason: 'Known to us',
      note: 'my neighbour',
    });
    expect((await owner.queue('?tab=escalated')).data.reviews).toMatchObject([{ review_id }]);
    expect((await owner.decide(review_id)).status).toBe(200);
    await finish(service);
  });
});

it('shows how fast reviews are decided, by person to managers alone', async () => {
  const mine = (await owner.figures()).data;
  expect(mine.decided_24h).toBeGreaterThan(5);
  expect(mine.by_person.length).toBeGreaterThan(2);
  expect(mine.last.by).toMatch(/^Person/);
  expect((await ana.figures()).data.by_person).toBeNull();
});
