import { beforeAll, expect, it } from 'vitest';
import { tries } from '../../../../testing/counts.ts';
import { APPROVED, atDesk, DECLINED, type Desk, finish, later } from '../../testing/desk/calls.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { mutant } from '../../testing/mutant.ts';
import { PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { DECLINE, review, reviewPolicy, verified } from '../../testing/reviews.ts';
import { finishHeld } from './finish.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
const org = testOrganization(service);
let ana: Desk;
let bob: Desk;
const key = () => org.results.production;
const query = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

let made = 0;
async function waiting(customer_id = `race-desk-${++made}`) {
  const { verification_id: id } = await verified(service, org, customer_id, { type: 'race-desk' });
  const [row] = await query('SELECT review_id FROM review WHERE id = $1', [id]);
  return { id, review_id: row.review_id as string, customer_id };
}
const read = async (id: string) =>
  (await service.call({ path: `/geolocation/verifications/${id}`, token: key() })).data;
const told = async (id: string) =>
  (await query(`SELECT 1 FROM event WHERE data->>'verification_id' = $1 AND type LIKE '%.reviewed'`, [id]))
    .length;

beforeAll(async () => {
  [ana, bob] = (
    await Promise.all((['reviewer', 'analyst'] as const).map((role) => signedIn(service, org.org, role)))
  ).map((person) => atDesk(person, org)) as [Desk, Desk];
  await reviewPolicy(service, org, 'race-desk');
  service.deps.policies.clear();
});

it('is held for exactly one of two people who decide at once, with a key in between', async () => {
  for (let i = 0; i < tries(200, 10); i++) {
    const { id, review_id } = await waiting();
    const [first, second, third] = await Promise.all([
      ana.decide(review_id, APPROVED),
      bob.decide(review_id, DECLINED),
      review(service, key(), id, DECLINE),
    ]);
    const won = [first, second, third].filter(({ status }) => status === 200);
    expect(won.length, [first, second, third].map(({ text }) => text).join('\n')).toBe(1);
    for (const lost of [first, second]) if (lost.status !== 200) expect(lost.code).toBe('already_reviewed');
    await finish(service);
    const decision = won[0] === first ? 'pass' : 'fail';
    expect([(await read(id)).decision, await told(id)]).toEqual([decision, 1]);
  }
});

it('is either taken back or final, never both, when undo and the end of the hold come at once', async () => {
  for (let i = 0; i < tries(200, 10); i++) {
    const { id, review_id } = await waiting();
    const { hold_id } = (await ana.decide(review_id, DECLINED)).data;
    const [undone] = await Promise.all([ana.undo(hold_id), finish(service), finish(service)]);
    const { decision } = await read(id);
    expect(decision).toBe(undone.status === 200 ? 'review' : 'fail');
    expect(await told(id)).toBe(undone.status === 200 ? 0 : 1);
    await finish(service);
    expect((await read(id)).decision).toBe(decision);
  }
});

it('is made final once by many nodes at once', async () => {
  const other = await service.node();
  const { id, review_id } = await waiting();
  await ana.decide(review_id);
  await Promise.all([service, other, service, other].map((node) => finishHeld(later(node, 9))));
  expect([(await read(id)).decision, await told(id)]).toEqual(['pass', 1]);
  await other.close();
});

it('leaves nothing of the person when they are erased while it is held or becomes final', async () => {
  for (let i = 0; i < tries(100, 6); i++) {
    const { id, review_id, customer_id } = await waiting();
    const erase = () => service.call({ method: 'DELETE', path: `/customers/${customer_id}`, token: key() });
    if (i % 2) await ana.decide(review_id, DECLINED);
    await Promise.all([i % 2 ? finish(service) : ana.decide(review_id, DECLINED), erase()]);
    await finish(service);
    const [row] = await query('SELECT * FROM review WHERE id = $1', [id]);
    expect(row).toMatchObject({ hold_id: null, held_sealed: null, answers: [], escalation_sealed: null });
    expect(await read(id)).toMatchObject({ erased: true, record_contradicted: false });
  }
});

/** Puts a decision that was taken back into the row again, as a writer of the database could. */
async function putBack(): Promise<string> {
  const { id, review_id } = await waiting();
  const { hold_id } = (await ana.decide(review_id, DECLINED)).data;
  const [held] = await query('SELECT * FROM review WHERE id = $1', [id]);
  await ana.undo(hold_id);
  await query(
    'UPDATE review SET hold_id = $2, held_by = $3, held_outcome = $4, held_until = now(), held_sealed ' +
      '= $5 WHERE id = $1',
    [id, hold_id, held.held_by, held.held_outcome, held.held_sealed],
  );
  return id;
}

it('is not made final from what a writer of the database put back or moved', async () => {
  const id = await putBack();
  await finish(service);
  expect((await read(id)).decision).toBe('review');
  const one = await waiting();
  const two = await waiting();
  await ana.decide(one.review_id, DECLINED);
  await bob.decide(two.review_id, APPROVED);
  await query(
    `UPDATE review t SET held_sealed = o.held_sealed FROM review o WHERE t.review_id = $1 AND o.review_id = $2`,
    [two.review_id, one.review_id],
  );
  await finish(service);
  expect([(await read(one.id)).decision, (await read(two.id)).decision]).toEqual(['fail', 'review']);
  expect((await bob.open(two.review_id)).data.review.problem).toContain('Tell the operator');
});

it('mutation control: without a look at the audit log, what was taken back is decided', async () => {
  const careless = await mutant<{ finishHeld: typeof finishHeld }>('desk/finish.ts', [
    'if (!due.vouched) return null;',
    '',
  ]);
  const id = await putBack();
  await careless.finishHeld(later(service, 9));
  expect((await read(id)).decision).toBe('fail');
});
