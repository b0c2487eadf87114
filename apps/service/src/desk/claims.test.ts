import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { APPROVED, atDesk, type Desk } from '../../testing/desk/calls.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { reviewPolicy, verified } from '../../testing/reviews.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
const org = testOrganization(service);
let ana: Desk;
let bob: Desk;
let owner: Desk;
let auditor: Desk;
const query = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

let made = 0;
async function waiting(type = 'claims') {
  const { verification_id: id } = await verified(service, org, `claims-${++made}`, { type });
  const [row] = await query('SELECT review_id FROM review WHERE id = $1', [id]);
  return row.review_id as string;
}
const ids = (answer: { data: { reviews: { review_id: string }[] } }) =>
  answer.data.reviews.map(({ review_id }) => review_id);

beforeAll(async () => {
  [ana, bob, owner, auditor] = (
    await Promise.all(
      (['reviewer', 'reviewer', 'owner', 'auditor'] as const).map((role) => signedIn(service, org.org, role)),
    )
  ).map((person) => atDesk(person, org)) as [Desk, Desk, Desk, Desk];
  await reviewPolicy(service, org, 'claims');
  await reviewPolicy(service, org, 'soon', { review: { due_s: 600 } });
  service.deps.policies.clear();
});

describe('a claim', () => {
  it('is one person’s for ten minutes, counts as theirs, and is given back', async () => {
    const id = await waiting();
    const claimed = await ana.claim(id);
    expect(claimed.data.claim.mine).toBe(true);
    expect(Date.parse(claimed.data.claim.until) - Date.now()).toBeGreaterThan(590_000);
    expect(ids(await ana.queue('?tab=mine'))).toEqual([id]);
    expect((await ana.queue()).data.counts.mine).toBe(1);
    const taken = await bob.claim(id);
    expectRefusal(taken, 409, 'review_held');
    expect(taken.message).toMatch(/^Person \d+ holds this for another 10 min\.$/);
    expectRefusal(await bob.decide(id), 409, 'review_held');
    // Only one’s own.
    expect((await bob.release(id)).data.claim.mine).toBe(false);
    expect((await ana.release(id)).data.claim).toBeNull();
    expect((await bob.claim(id)).data.claim.mine).toBe(true);
  });

  it('ends by itself', async () => {
    const id = await waiting();
    await ana.claim(id);
    await query(`UPDATE review SET claimed_until = now() - interval '1 s' WHERE review_id = $1`, [id]);
    expect((await bob.open(id)).data.review.claim).toBeNull();
    expect((await bob.decide(id)).status).toBe(200);
  });

  it('is taken over only by a manager, who says so', async () => {
    const id = await waiting();
    await ana.claim(id);
    expectRefusal(await bob.claim(id, { take_over: true }), 403, 'scope_denied');
    expectRefusal(await owner.claim(id), 409, 'review_held');
    expectRefusal(await owner.decide(id), 409, 'review_held');
    expect((await owner.claim(id, { take_over: true })).data.claim.mine).toBe(true);
    expectRefusal(await ana.decide(id), 409, 'review_held');
    const [entry] = await query(
      `SELECT action FROM audit WHERE detail->>'review_id' = $1 AND action LIKE '%over'`,
      [id],
    );
    expect(entry.action).toBe('review.taken_over');
  });

  it('of twenty people and presses at once is one person’s', async () => {
    const id = await waiting();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? ana : bob).claim(id)));
    const won = answers
      .map(({ status }, i) => (status === 200 ? i % 2 : null))
      .filter((each) => each !== null);
    expect(new Set(won).size).toBe(1);
    expect(won).toHaveLength(10);
  });

  it('is nothing that an auditor may do, who reads all of it', async () => {
    const id = await waiting();
    for (const call of [
      auditor.claim(id),
      auditor.release(id),
      auditor.decide(id),
      auditor.escalate(id),
      auditor.undo('rvh_00000000000000000000000000'),
      auditor.bulk({ ...APPROVED, review_ids: [id] }),
    ])
      expectRefusal(await call, 403, 'scope_denied');
    expect((await auditor.open(id)).data.review.review_id).toBe(id);
    expect((await auditor.queue()).status).toBe(200);
  });
});

describe('the queue', () => {
  it('is counted as its list is, and without what was just decided', async () => {
    const id = await waiting('soon');
    const { counts } = (await ana.queue('?limit=1')).data;
    expect((await ana.count()).data).toEqual({ open: counts.open, overdue: counts.overdue });
    const { hold_id } = (await ana.decide(id)).data;
    expect((await ana.count()).data.open).toBe(counts.open - 1);
    await ana.undo(hold_id);
    expect((await ana.count()).data.open).toBe(counts.open);
  });

  it('is counted from its index alone', async () => {
    const client = await service.database.pool.connect();
    onTestFinished(() => client.release());
    const asked = vi.spyOn(Object.getPrototypeOf(client) as typeof client, 'query');
    await ana.count();
    const sent = asked.mock.calls as unknown as [string, unknown[]][];
    const [text, values] = sent.find(([each]) => String(each).includes('AS overdue')) ?? ['', []];
    asked.mockRestore();
    const plan = async (statement: string) => {
      await client.query('BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
      const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${statement}`, values);
      await client.query('ROLLBACK');
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    expect(await plan(text)).toContain('Index Only Scan using review_due');
    // Control: a column that the index lacks takes the rows themselves.
    expect(await plan(text.replace('r.hold_id', 'r.held_by'))).not.toContain('Only');
  });

  it('has the most overdue first, in groups that are counted, page by page', async () => {
    const early = await waiting('soon');
    const late = await waiting('soon');
    await query(`UPDATE review SET due_at = now() - interval '1 h' WHERE review_id = $1`, [late]);
    const { reviews, counts } = (await ana.queue('?limit=100')).data;
    const order = reviews.map(({ due_at }: { due_at: string }) => Date.parse(due_at));
    expect(order).toEqual(order.toSorted((a: number, b: number) => a - b));
    expect(reviews[0].review_id).toBe(late);
    expect(reviews[0]).toMatchObject({
      rules: { name: 'soon', version: 1 },
      about: 'soon',
      attempt: { number: 1 },
    });
    expect(counts).toMatchObject({ overdue: 1, open: reviews.length });
    expect(counts.overdue + counts.due_soon + counts.later).toBe(counts.open);
    expect(ids(await ana.queue('?overdue=true'))).toEqual([late]);
    expect(ids(await ana.queue('?area=face'))).toEqual([]);
    expect(ids(await ana.queue('?reason=attestation_missing&limit=100'))).toContain(early);
    expect(ids(await ana.queue('?reason=ip_vpn'))).toEqual([]);
    const walked: string[] = [];
    for (let cursor = ''; ; ) {
      const page = (await ana.queue(`?limit=2${cursor && `&cursor=${cursor}`}`)).data;
      walked.push(...page.reviews.map((each: { review_id: string }) => each.review_id));
      if (!page.next_cursor) break;
      cursor = page.next_cursor;
    }
    expect(walked).toEqual(reviews.map((each: { review_id: string }) => each.review_id));
  });

  it('shows and lets a member of another organization do nothing', async () => {
    const id = await waiting();
    const other = await service.organization();
    const stranger = atDesk(await signedIn(service, other.org, 'owner'), other);
    expect((await stranger.queue()).data.reviews).toEqual([]);
    for (const call of [
      stranger.open(id),
      stranger.claim(id),
      stranger.release(id),
      stranger.decide(id),
      stranger.escalate(id),
    ])
      expectRefusal(await call, 404, 'not_found');
    const many = (await stranger.bulk({ ...APPROVED, review_ids: [id] })).data;
    expect(many).toMatchObject({
      decided: [],
      refused: [{ review_id: id, code: 'not_found' }],
      hold_id: null,
    });
    // Nor does the same organization’s other environment.
    const sandbox = atDesk(await signedIn(service, org.org, 'owner'), org, 'sandbox');
    expectRefusal(await sandbox.open(id), 404, 'not_found');
    const { hold_id } = (await ana.decide(id)).data;
    expectRefusal(await stranger.undo(hold_id), 409, 'already_reviewed');
    expectRefusal(await sandbox.undo(hold_id), 409, 'already_reviewed');
  });
});
