import { expect, it } from 'vitest';
import { atDesk } from '../../testing/desk/calls.ts';
import { person } from '../../testing/face/face.ts';
import { sharedService, testOrganization } from '../../testing/hooks.ts';
import { signedIn } from '../../testing/people.ts';

const service = sharedService();
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

it('is written wherever scores are read, by a person or a backend, and not for a row without them', async () => {
  const { session_id } = await reviewed('read-elsewhere');
  await reviewed('the-twin');
  await query(
    `INSERT INTO face_duplicate (org, env, session_id, customer_hash, score) VALUES ($1, 'production', $2, $3, 0.8)`,
    [org.org, session_id, service.hash(org.org, 'the-twin')],
  );
  const seen = async () =>
    (
      await query(
        `SELECT actor FROM audit WHERE action = 'face.duplicates_seen' AND target = $1 ORDER BY audit_id`,
        [session_id],
      )
    ).map(({ actor }) => actor);
  const base = `/dashboard/api/${org.org}/production`;
  const [analyst, auditor] = [
    await signedIn(service, org.org, 'analyst'),
    await signedIn(service, org.org, 'auditor'),
  ];
  const rows = await analyst.call({ path: `${base}/sessions?customer_id=read-elsewhere` });
  expect(rows.data.rows).toHaveLength(1);
  expect(await seen()).toEqual([]);
  for (let i = 0; i < 2; i++) {
    const read = await analyst.call({ path: `${base}/facecheck/session/${session_id}` });
    expect(read.data.duplicates).toMatchObject([{ customer_id: 'the-twin' }]);
  }
  expect(await seen()).toEqual([`user:${analyst.user_id}`]);
  await auditor.call({ path: `${base}/facecheck/sessions?customer_id=read-elsewhere` });
  const token = org.results.production;
  await service.call({ path: `/facecheck/session/${session_id}`, token });
  await service.call({ path: '/facecheck/sessions?customer_id=read-elsewhere', token });
  expect(await seen()).toEqual([
    `user:${analyst.user_id}`,
    `user:${auditor.user_id}`,
    expect.stringMatching(/^key:key_/),
  ]);
});
