import { beforeAll, describe, expect, it } from 'vitest';
import { APPROVED, atDesk, DECLINED, type Desk, finish, later } from '../../testing/desk/calls.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { mutant, mutantInside } from '../../testing/mutant.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { APPROVE, review, reviewPolicy, verified } from '../../testing/reviews.ts';
import { answerVerification } from '../geolocation/records/review.ts';
import { findKey } from '../privacy/customers.ts';
import { answersProblem, openAnswers } from '../reviews/answers.ts';
import type { finishHeld } from './finish.ts';
import type { queueRow } from './rows.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
const org = testOrganization(service);
const people: Record<'ana' | 'bob' | 'owner' | 'auditor', Browser> = {} as never;
let ana: Desk;
let bob: Desk;
let owner: Desk;
const key = () => org.results.production;
const query = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

let made = 0;
/** A review that waits, with its verification. */
async function waiting(type = 'desk', customer_id = `desk-${++made}`) {
  const { verification_id: id } = await verified(service, org, customer_id, { type });
  const [row] = await query('SELECT review_id FROM review WHERE id = $1', [id]);
  return { id, review_id: row.review_id as string, customer_id };
}
const read = async (id: string) =>
  (await service.call({ path: `/geolocation/verifications/${id}`, token: key() })).data;
const actions = async (id: string) =>
  (
    await query(
      `SELECT actor, action, outcome FROM audit WHERE target = $1 AND action LIKE 'review.%' ORDER BY audit_id`,
      [id],
    )
  ).map(({ actor, action, outcome }) => `${actor} ${action} ${outcome}`);

beforeAll(async () => {
  people.ana = await signedIn(service, org.org, 'reviewer');
  people.bob = await signedIn(service, org.org, 'analyst');
  people.owner = await signedIn(service, org.org, 'owner');
  people.auditor = await signedIn(service, org.org, 'auditor');
  ana = atDesk(people.ana, org);
  bob = atDesk(people.bob, org);
  owner = atDesk(people.owner, org);
  await reviewPolicy(service, org, 'desk');
  await reviewPolicy(service, org, 'desk-four', { review: { four_eyes: true } });
  service.deps.policies.clear();
});

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

describe('four eyes', () => {
  it('takes a second person, and says so to the first one', async () => {
    const { id, review_id } = await waiting('desk-four');
    await ana.decide(review_id);
    await finish(service);
    expect((await ana.open(review_id)).data.review).toMatchObject({
      state: 'awaiting_second',
      first: { mine: true },
    });
    const twice = await ana.decide(review_id);
    expectRefusal(twice, 400, 'invalid_request');
    expect(twice.message).toBe('You gave the first answer. The second comes from another person.');
    expect((await bob.decide(review_id)).status).toBe(200);
    await finish(service);
    expect(await read(id)).toMatchObject({ decision: 'pass', record_contradicted: false });
  });

  it.each(['email', 'user_id', 'name', 'local'] as const)(
    'does not take a key that names the same person by %s for a second one, in either order',
    async (by) => {
      const [me] = await query('SELECT id, email, name FROM person WHERE id = $1', [people.ana.user_id]);
      const reviewer = {
        email: me.email,
        user_id: me.id,
        name: me.name.toUpperCase(),
        local: me.email.split('@')[0],
      }[by];
      const first = await waiting('desk-four');
      expect((await review(service, key(), first.id, { ...APPROVE, reviewer })).status).toBe(200);
      expectRefusal(await ana.decide(first.review_id), 400, 'invalid_request');
      const second = await waiting('desk-four');
      await ana.decide(second.review_id);
      await finish(service);
      expectRefusal(
        await review(service, key(), second.id, { ...APPROVE, reviewer }),
        400,
        'invalid_request',
      );
      expect(
        (await review(service, key(), second.id, { ...APPROVE, reviewer: 'quite another' })).status,
      ).toBe(200);
    },
  );
});

describe('four eyes of people who rename themselves', () => {
  type Module = { answerVerification: typeof answerVerification };
  const rename = (user_id: string, name: string, email: string) =>
    query('UPDATE person SET name = $2, email = $3 WHERE id = $1', [user_id, name, email]);
  const answersOf = async (id: string): Promise<number> =>
    (await query('SELECT cardinality(answers) AS n FROM review WHERE id = $1', [id]))[0].n;

  /** A case with the first answer of a reviewer, who has another name and address by now. */
  async function answeredBy() {
    const one = await signedIn(service, org.org, 'reviewer');
    const found = await waiting('desk-four');
    await atDesk(one, org).decide(found.review_id);
    await finish(service);
    await rename(one.user_id, `Quite Another ${made}`, `quite-another-${made}@people.example`);
    return { one, ...found };
  }

  it('does not count the same person as the second one', async () => {
    const { one, id, review_id } = await answeredBy();
    const desk = atDesk(one, org);
    expect((await desk.open(review_id)).data.review.first).toEqual({
      name: `Quite Another ${made}`,
      mine: true,
    });
    const twice = await desk.decide(review_id);
    expectRefusal(twice, 400, 'invalid_request');
    expect(twice.message).toBe('You gave the first answer. The second comes from another person.');
    // Nor where a backend names them, by the old address or by the new name.
    for (const reviewer of [one.email, `quite another ${made}`, one.user_id])
      expectRefusal(await review(service, key(), id, { ...APPROVE, reviewer }), 400, 'invalid_request');
    expect(await answersOf(id)).toBe(1);
    expect((await bob.decide(review_id)).status).toBe(200);
    await finish(service);
    expect(await read(id)).toMatchObject({ decision: 'pass', record_contradicted: false });
    const { answers } = (await desk.open(review_id)).data;
    expect(answers[0].reviewer).toBe(`Quite Another ${made}`);
  });

  it('mutation control: compared by name and address, one person answers twice', async () => {
    const careless = await mutantInside<Module>(
      'geolocation/records/review.ts',
      'reviews/waiting.ts',
      ['if (user_id !== null && first_user_id !== null) return user_id === first_user_id;', ''],
      ['first_user_id === null ?', 'first ?'],
    );
    const { one, id, customer_id } = await answeredBy();
    const [me] = await query('SELECT id AS user_id, name, email FROM person WHERE id = $1', [one.user_id]);
    const answering = {
      org: org.org,
      env: 'production' as const,
      by: { actor: `user:${one.user_id}`, request_id: 'r', ip: '127.0.0.1' },
      base_url: service.deps.config.base_url,
      body: { ...APPROVED, reviewer: me.email },
      names: [me.email, me.name],
      user_id: one.user_id,
      hold_id: null,
    };
    await expect(answerVerification(service.deps, answering, id)).rejects.toThrow('reviewer');
    await careless.answerVerification(service.deps, answering, id);
    expect(await answersOf(id)).toBe(2);
    // A check of the signed answers shows that both are of one person.
    const [row] = await query('SELECT * FROM review WHERE id = $1', [id]);
    const place = { org: org.org, env: 'production' as const };
    const customer = { ...place, customer_hash: service.hash(org.org, customer_id) };
    const data_key = await findKey(service.database.db, service.deps.data_keys, customer);
    const answers = openAnswers(data_key!, row);
    const about = { area: 'geolocation' as const, id, ...place, of: answers[0]!.said.of };
    expect(answersProblem(about, answers)).toBe('both answers are of one reviewer');
  });

  it('counts two people of one name as two', async () => {
    const [one, two] = [
      await signedIn(service, org.org, 'reviewer'),
      await signedIn(service, org.org, 'reviewer'),
    ];
    await rename(one.user_id, 'Sam Smith', one.email);
    await rename(two.user_id, 'Sam Smith', two.email);
    const { review_id } = await waiting('desk-four');
    await atDesk(one, org).decide(review_id);
    await finish(service);
    expect((await atDesk(two, org).decide(review_id)).data.review.held).toMatchObject({ mine: true });
    await finish(service);
  });
});

describe('a name that a backend made up', () => {
  /** A person of another organization, with an address that the backend guessed. */
  async function stranger() {
    const there = await signedIn(service, (await service.organization()).org, 'owner');
    const [{ name }] = await query('SELECT name FROM person WHERE id = $1', [there.user_id]);
    return { email: there.email, name: name as string };
  }

  it('does not tell what the person of another organization with that address is called', async () => {
    const { email, name } = await stranger();
    const { id, review_id } = await waiting('desk-four');
    expect((await review(service, key(), id, { ...APPROVE, reviewer: email })).status).toBe(200);
    const opened = await ana.open(review_id);
    expect(opened.data.answers).toMatchObject([{ reviewer: email }]);
    expect(opened.data.review.first).toMatchObject({ name: email });
    expect(opened.text).not.toContain(`"${name}"`);
    // Nor by the refusal of a second answer under the person's other names.
    expect((await review(service, key(), id, { ...APPROVE, reviewer: name })).status).toBe(200);
  });

  it('mutation control: without the membership, the name is told', async () => {
    const { email, name } = await stranger();
    const { id, review_id } = await waiting('desk-four');
    await review(service, key(), id, { ...APPROVE, reviewer: email });
    const { queueRow: told } = await mutant<{ queueRow: typeof queueRow }>('desk/rows.ts', [
      'JOIN member m ON m.user_id = p.id WHERE p.email = r.first_reviewer AND m.org = r.org',
      'WHERE p.email = r.first_reviewer',
    ]);
    const reader = { org: org.org, env: 'production' as const, user_id: 'x', email: 'x' };
    expect((await told(service.deps, reader, review_id))!.first).toMatchObject({ name });
  });

  it('is still of the first person when they have left the organization meanwhile', async () => {
    const leaver = await signedIn(service, org.org, 'reviewer');
    const [{ name }] = await query('SELECT name FROM person WHERE id = $1', [leaver.user_id]);
    const { id, review_id } = await waiting('desk-four');
    await atDesk(leaver, org).decide(review_id);
    await finish(service);
    await query('DELETE FROM member WHERE user_id = $1', [leaver.user_id]);
    expectRefusal(await review(service, key(), id, { ...APPROVE, reviewer: name }), 400, 'invalid_request');
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
