import { expect, it } from 'vitest';
import { atDesk, finish } from '../../testing/desk/calls.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { browserOf, PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { reviewPolicy, verified } from '../../testing/reviews.ts';

/**
 * What a node holds lies in the database alone: another node makes it final. `kill.long.test.ts` ends a real process
 * without a word instead.
 */
const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
const org = testOrganization(service);

it('survives the node that held it', async () => {
  await reviewPolicy(service, org, 'killed');
  service.deps.policies.clear();
  const person = await signedIn(service, org.org, 'reviewer');
  const { verification_id: id } = await verified(service, org, 'killed', { type: 'killed' });
  const { rows } = await service.database.pool.query('SELECT review_id FROM review WHERE id = $1', [id]);
  const read = async () =>
    (await service.call({ path: `/geolocation/verifications/${id}`, token: org.results.production })).data;
  const node = await service.node();
  const held = await atDesk(browserOf(node, person.cookie) as typeof person, org).decide(rows[0].review_id);
  expect(held.status, held.text).toBe(200);
  await node.close();
  expect((await read()).decision).toBe('review');
  expect(await finish(service)).toBe(1);
  expect(await read()).toMatchObject({
    decision: 'pass',
    review: { reviewers: [{ reviewer: person.email }] },
    record_contradicted: false,
  });
});
