import { beforeAll } from 'vitest';
import { later } from '../../../../testing/later.ts';
import { testOrganization, testService } from '../hooks.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../people.ts';
import { reviewPolicy, verified } from '../reviews.ts';
import { atDesk, type Desk } from './calls.ts';

/**
 * For all tests of this file: a service where three people decide about reviews of the types `desk` and,
 * with four eyes, `desk-four`.
 */
export function reviewers() {
  const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
  const org = testOrganization(service);
  const people: Record<'ana' | 'bob' | 'owner', Browser> = {} as never;
  const desks: Partial<Record<keyof typeof people, Desk>> = {};
  beforeAll(async () => {
    people.ana = await signedIn(service, org.org, 'reviewer');
    people.bob = await signedIn(service, org.org, 'analyst');
    people.owner = await signedIn(service, org.org, 'owner');
    for (const name of ['ana', 'bob', 'owner'] as const) desks[name] = atDesk(people[name], org);
    await reviewPolicy(service, org, 'desk');
    await reviewPolicy(service, org, 'desk-four', { review: { four_eyes: true } });
    service.deps.policies.clear();
  });
  const deskOf = (name: keyof typeof people): Desk => later('desk', () => desks[name]);
  const key = () => org.results.production;
  const query = async (text: string, values: unknown[] = []) =>
    (await service.database.pool.query(text, values)).rows;

  /** A review that waits, with its verification. */
  async function waitingOf(customer_id: string, type: string) {
    const { verification_id: id } = await verified(service, org, customer_id, { type });
    const [row] = await query('SELECT review_id FROM review WHERE id = $1', [id]);
    return { id, review_id: row.review_id as string, customer_id };
  }
  const read = async (id: string) =>
    (await service.call({ path: `/geolocation/verifications/${id}`, token: key() })).data;
  return {
    service,
    org,
    people,
    ana: deskOf('ana'),
    bob: deskOf('bob'),
    owner: deskOf('owner'),
    key,
    query,
    waitingOf,
    read,
  };
}
