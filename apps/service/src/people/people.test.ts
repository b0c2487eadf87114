import { describe, expect, it } from 'vitest';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { AUTH, browserOf, cookiesOf, PASSWORD, PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { createPerson, join } from './accounts.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS });
const org = testOrganization(service);

describe('a person', () => {
  it('signs in with a password and an authenticator app, and reads who they are', async () => {
    const person = await signedIn(service, org.org, 'owner');
    const me = await person.call({ path: '/dashboard/api/me' });
    expect(me.status, me.text).toBe(200);
    expect(me.data).toMatchObject({
      user_id: person.user_id,
      email: person.email,
      second_factor: 'totp',
      memberships: [{ org: org.org, role: 'owner' }],
    });
  });

  it('may do nothing with a password alone but set up a second factor', async () => {
    const email = 'alone@people.example';
    const { db } = service.database;
    const id = await createPerson(db, service.deps.people, { name: 'Alone', email, password: PASSWORD });
    await join(db, org.org, id, 'owner');
    const answer = await browserOf(service).call({
      path: `${AUTH}/sign-in/email`,
      body: { email, password: PASSWORD },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).not.toContain('"token"');
    const browser = browserOf(service, cookiesOf(answer));
    expect((await browser.call({ path: '/dashboard/api/me' })).data.second_factor).toBe('none');
    const team = await browser.call({ path: `/dashboard/api/${org.org}/team` });
    expect([team.status, team.code]).toEqual([403, 'scope_denied']);
  });
});
