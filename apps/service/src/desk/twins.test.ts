import { expect, it } from 'vitest';
import { atDesk } from '../../testing/desk/calls.ts';
import { person } from '../../testing/face/face.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
const org = testOrganization(service);
const query = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

/** A session that waits for a review. */
async function reviewed(customer_id: string) {
  const desktop = await person(service, org, { customer: { customer_id } });
  const opened = await desktop.open();
  await desktop.consent();
  await desktop.submit(await desktop.attempt());
  const { session_id } = opened.data.session;
  const [row] = await query('SELECT review_id FROM review WHERE id = $1', [session_id]);
  return { session_id, review_id: row.review_id as string };
}

it('writes who saw how alike other customers are, once in half an hour, and nothing where there are none', async () => {
  const analyst = await signedIn(service, org.org, 'analyst');
  const desk = atDesk(analyst, org);
  const { session_id, review_id } = await reviewed('looked-at');
  await reviewed('the-other');
  const seen = () =>
    query(`SELECT actor, detail FROM audit WHERE action = 'face.duplicates_seen' AND target = $1`, [
      session_id,
    ]);
  expect((await desk.open(review_id)).data.twins).toEqual([]);
  expect(await seen()).toEqual([]);
  await query(
    `INSERT INTO face_duplicate (org, env, session_id, customer_hash, score) VALUES ($1, 'production', $2, $3, 0.9)`,
    [org.org, session_id, service.hash(org.org, 'the-other')],
  );
  for (let i = 0; i < 2; i++)
    expect((await desk.open(review_id)).data.twins).toMatchObject([{ customer_id: 'the-other' }]);
  expect(await seen()).toEqual([{ actor: `user:${analyst.user_id}`, detail: { review_id } }]);
  const colleague = await signedIn(service, org.org, 'reviewer');
  await atDesk(colleague, org).open(review_id);
  expect(await seen()).toHaveLength(2);
});
