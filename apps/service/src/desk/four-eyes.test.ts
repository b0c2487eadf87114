import { describe, expect, it } from 'vitest';
import { APPROVED, atDesk, finish } from '../../testing/desk/calls.ts';
import { reviewers } from '../../testing/desk/reviewers.ts';
import { mutant, mutantInside } from '../../testing/mutant.ts';
import { signedIn } from '../../testing/people.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { APPROVE, review } from '../../testing/reviews.ts';
import { answerVerification } from '../geolocation/records/review.ts';
import { findKey } from '../privacy/customers.ts';
import { answersProblem, openAnswers } from '../reviews/answers.ts';
import type { queueRow } from './rows.ts';

const { service, org, people, ana, bob, key, query, waitingOf, read } = reviewers();
let made = 0;
const waiting = (type = 'desk', customer_id = `desk-${++made}`) => waitingOf(customer_id, type);

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
