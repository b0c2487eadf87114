import { beforeAll, beforeEach } from 'vitest';
import { later } from '../../../../testing/later.ts';
import { join } from '../../src/people/accounts.ts';
import { person } from '../face/face.ts';
import { testOrganization, testService } from '../hooks.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../people.ts';

/** Calls of two people about the workflows of an organization that each test has for itself. */
export function workflowStage() {
  const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
  const org = testOrganization(service, beforeEach);
  let first: Browser | undefined;
  let second: Browser | undefined;
  beforeAll(async () => {
    const home = (await service.organization('Home')).org;
    first = await signedIn(service, home, 'owner');
    second = await signedIn(service, home, 'developer');
  });
  beforeEach(async () => {
    await join(service.database.db, org.org, first!.user_id, 'owner');
    await join(service.database.db, org.org, second!.user_id, 'developer');
  });
  const owner = later('owner', () => first);
  const other = later('other', () => second);

  const nameOf = (who: Browser) => `Person ${who.email.replace(/\D/g, '')}`;
  const at = (rest = '') => `/dashboard/api/${org.org}/workflows${rest}`;
  const get = async (rest = '', who = owner) => who.call({ path: at(rest) });
  const ask = (method: 'POST' | 'PUT' | 'DELETE', rest: string, body?: object, who = owner) =>
    who.call({ method, path: at(rest), body });
  const begin = async (body: object = { name: 'Checkout' }) =>
    (await ask('POST', '', body)).data.workflow_id as string;
  const read = async (id: string) => (await get(`/${id}`)).data;
  const save = (id: string, revision: number, definition: object, who = owner) =>
    ask('PUT', `/${id}/draft`, { revision, definition }, who);
  const publish = (id: string, revision: number, over: number | null, who = owner) =>
    ask('POST', `/${id}/publish`, { revision, over }, who);
  const audited = async (like: string) =>
    (
      await service.database.pool.query(
        `SELECT actor, action, env, target, detail FROM audit WHERE org = $1 AND action LIKE $2 ORDER BY at, audit_id`,
        [org.org, like],
      )
    ).rows;
  const session = async (workflow_id: string, customer_id = 'test_face_approved_1') => {
    const someone = await person(service, { ...org, workflow_id }, { customer: { customer_id } });
    return { ...someone, answer: (await someone.open()).data };
  };

  return { service, org, owner, other, nameOf, get, ask, begin, read, save, publish, audited, session };
}
