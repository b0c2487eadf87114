import { expect, it } from 'vitest';
import { tries } from '../../../../testing/counts.ts';
import { sharedService, testOrganization } from '../../testing/hooks.ts';
import { mutant } from '../../testing/mutant.ts';
import { APPROVE, DECLINE, review, reviewPolicy, verified } from '../../testing/reviews.ts';
import { newId } from '../ids.ts';
import { answerAgain, ChangedMeanwhile } from './answer.ts';
import { type Answered, insertReview, type ReviewRow, writeAnswer } from './records.ts';

const service = sharedService();
const org = testOrganization(service);
const key = () => org.results.production;
const query = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

/** Reviewers that answer one review at once, half of them against the other half. */
const REVIEWERS = ['ann', 'bob', 'cid', 'dan'];
const answerAll = (id: string) =>
  Promise.all(
    REVIEWERS.map((reviewer, i) => review(service, key(), id, { ...(i % 2 ? DECLINE : APPROVE), reviewer })),
  );

async function races(count: number, four_eyes: boolean, each: (answers: unknown[]) => void): Promise<void> {
  const type = `race-${four_eyes}`;
  await reviewPolicy(service, org, type, { review: { four_eyes } });
  service.deps.policies.clear();
  for (let i = 0; i < count; i++) {
    const { verification_id: id } = await verified(service, org, `${type}-${i}`, { type });
    const answers = await answerAll(id);
    each(answers.map(({ status, data, code }) => code ?? `${status} ${data.state}`).sort());
    const won = answers.filter(({ data }) => data.state === 'decided').map(({ data }) => data.decision);
    const told = await query(
      `SELECT data->>'decision' AS decision FROM event WHERE type LIKE '%.reviewed' AND data->>'verification_id' = $1`,
      [id],
    );
    const read = await service.call({ path: `/geolocation/verifications/${id}`, token: key() });
    expect([told.map(({ decision }) => decision), read.data.decision]).toEqual([won, won[0]]);
  }
}

const LOST = 'already_reviewed';
/** Milliseconds for a test with the full count on a busy machine. */
const PATIENT = tries(1_200_000, 60_000);

it(
  'is decided by exactly one of four reviewers at once',
  async () => {
    const count = tries(1_000, 12);
    let decided = 0;
    await races(count, false, (answers) => {
      expect(answers).toEqual(['200 decided', LOST, LOST, LOST]);
      decided++;
    });
    expect(decided).toBe(count);
    console.log(`${decided} races of ${REVIEWERS.length} reviewers: each decided exactly once`);
  },
  PATIENT,
);

it(
  'with four eyes, is decided by exactly two of four reviewers at once',
  async () => {
    await races(tries(300, 6), true, (answers) =>
      expect(answers).toEqual(['200 awaiting_second', '200 decided', LOST, LOST]),
    );
  },
  PATIENT,
);

it(
  'is decided or refused, and leaves nothing of the person, when the customer is erased at the same time',
  async () => {
    await reviewPolicy(service, org, 'race-erasure');
    service.deps.policies.clear();
    for (let i = 0; i < tries(200, 8); i++) {
      const customer_id = `erased-${i}`;
      const { verification_id: id } = await verified(service, org, customer_id, { type: 'race-erasure' });
      const erase = () => service.call({ method: 'DELETE', path: `/customers/${customer_id}`, token: key() });
      const [declined, erased, again] = await Promise.all([
        review(service, key(), id, DECLINE),
        erase(),
        // Its token may be from before the erasure, and is refused then.
        verified(service, org, customer_id, { type: 'race-erasure' }).catch(() => null),
      ]);
      const ids = [id, ...(again ? [again.verification_id] : [])];
      expect([200, 400]).toContain(declined.status);
      expect(erased.status).toBe(200);
      await erase();
      for (const each of ids) {
        const read = await service.call({ path: `/geolocation/verifications/${each}`, token: key() });
        expect(read.data, read.text).toMatchObject({
          erased: true,
          customer_id: '',
          record_contradicted: false,
        });
      }
      const rows = await query(`SELECT id, state, answers FROM review WHERE id = ANY($1)`, [ids]);
      expect(rows).toHaveLength(ids.length);
      for (const row of rows) {
        const decided = row.id === id && declined.status === 200;
        expect(row).toMatchObject({ answers: [], state: decided ? 'decided' : 'closed' });
      }
    }
  },
  PATIENT,
);

it('is read again when it was erased between two readings, and not for ever', async () => {
  let readings = 0;
  const erasedOnce = async () => {
    if (readings++ === 0) throw new ChangedMeanwhile('erased meanwhile');
    return { state: 'decided' } as never;
  };
  expect(await answerAgain(erasedOnce)).toEqual({ state: 'decided' });
  const always = () => Promise.reject(new ChangedMeanwhile('erased meanwhile'));
  await expect(answerAgain(always)).rejects.toMatchObject({ code: 'unavailable' });
});

/**
 * The number of winners of twenty answers to a review that all of them read as open: the statement alone
 * decides.
 */
async function winners(write: typeof writeAnswer): Promise<number> {
  const now = new Date();
  const place = { org: org.org, env: 'production' as const, review_id: newId('review') };
  const id = newId('verification');
  const times = { opened_at: now, due_at: now };
  await insertReview(service.database.db, { ...place, area: 'geolocation', id, four_eyes: false, ...times });
  const row = { ...place, state: 'open' } as ReviewRow;
  const answered: Answered = {
    state: 'decided',
    outcome: 'approve',
    decided_at: now,
    first_reviewer: null,
    sealed: Buffer.of(1),
  };
  const won = await Promise.all(Array.from({ length: 20 }, () => write(service.database.db, row, answered)));
  return won.filter(Boolean).length;
}

it('has one winner by the conditional write alone when nothing is locked', async () => {
  for (let i = 0; i < tries(50, 5); i++) expect(await winners(writeAnswer)).toBe(1);
});

it('mutation control: without the condition, all of them decide', async () => {
  const careless = await mutant<{ writeAnswer: typeof writeAnswer }>('reviews/records.ts', [
    ' AND state = ${was}',
    '',
  ]);
  expect(await winners(careless.writeAnswer)).toBe(20);
});
