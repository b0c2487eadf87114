import { describe, expect, it } from 'vitest';
import { sharedService, testOrganization } from '../../testing/hooks.ts';
import { AUTH, browserOf, cookiesOf, PASSWORD, signedIn } from '../../testing/people.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { makeLink, type Purpose } from './links.ts';
import { setUpLink } from './set-up-link.ts';

const service = sharedService();
const org = testOrganization(service);
const browser = () => browserOf(service);
const SETUP = '/dashboard/api/setup';
const LINK = `${AUTH}/link`;
const codeOf = (url: string) => url.split('#')[1]!;
let made = 0;
const owner = () => ({ name: 'Ana', email: `ana-${++made}@people.example`, password: PASSWORD });

async function setUp(place: string, now = new Date()) {
  const { base_url } = service.deps.config;
  return codeOf((await setUpLink(service.database.db, { base_url, org: place, now }))!.url);
}

async function link(purpose: Purpose, more: object = {}) {
  const { base_url } = service.deps.config;
  const row = { purpose, org: org.org, created_by: 'test', ...more };
  return codeOf((await makeLink(service.database.db, base_url, new Date(), row)).url);
}

const invitation = (email: string, role = 'analyst') =>
  link('invitation', { invitation_id: `inv_${++made}`, email, role });

describe('the set-up link', () => {
  it('can be looked at again and again, and makes exactly one owner', async () => {
    const { org: place } = await service.organization();
    const code = await setUp(place);
    for (let i = 0; i < 2; i++) {
      const look = await browser().call({ path: SETUP, body: { code } });
      expect(look.data).toMatchObject({ org: place, done: false, reached_at: service.deps.config.base_url });
    }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => browser().call({ path: SETUP, body: { code, owner: owner() } })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const lost of answers.filter(({ status }) => status !== 200))
      expectRefusal(lost, 401, 'token_expired');
    const me = await browserOf(service, cookiesOf(won[0]!)).call({ path: '/dashboard/api/me' });
    expect(me.data).toMatchObject({ memberships: [{ org: place, role: 'owner' }], second_factor: 'none' });
    expect(await setUpLink(service.database.db, { base_url: 'x:', org: place, now: new Date() })).toBeNull();
  });

  it('works for 30 minutes, and a newer one replaces it', async () => {
    const { org: place } = await service.organization();
    const old = await setUp(place, new Date(Date.now() - 31 * 60_000));
    expectRefusal(await browser().call({ path: SETUP, body: { code: old } }), 401, 'token_expired');
    const first = await setUp(place);
    const second = await setUp(place);
    expectRefusal(await browser().call({ path: SETUP, body: { code: first } }), 401, 'token_invalid');
    expect((await browser().call({ path: SETUP, body: { code: second } })).status).toBe(200);
  });

  it('says what is wrong with the owner, and is not used up by it', async () => {
    const { org: place } = await service.organization();
    const code = await setUp(place);
    const taken = await signedIn(service, org.org, 'analyst');
    for (const [change, path] of [
      [{ password: 'short' }, 'owner.password'],
      [{ email: 'nothing' }, 'owner.email'],
      [{ email: taken.email.toUpperCase() }, 'owner.email'],
      [{ name: '' }, 'owner.name'],
    ] as const) {
      const answer = await browser().call({ path: SETUP, body: { code, owner: { ...owner(), ...change } } });
      expect([answer.status, answer.data.error.fields[0].path]).toEqual([400, path]);
    }
    expect((await browser().call({ path: SETUP, body: { code } })).data.done).toBe(false);
  });

  it('is not opened by a page of another site, nor with a made-up code', async () => {
    const code = await setUp((await service.organization()).org);
    const headers = { origin: 'https://evil.example' };
    expectRefusal(await service.call({ path: SETUP, body: { code }, headers }), 403, 'origin_not_allowed');
    expectRefusal(
      await browser().call({ path: SETUP, body: { code: '0'.repeat(32) } }),
      401,
      'token_invalid',
    );
    expectRefusal(await browser().call({ path: SETUP, body: { code: '../x' } }), 400, 'invalid_request');
  });
});

describe('an invitation', () => {
  it('makes a member with the role that it names, once', async () => {
    const code = await invitation('new@people.example', 'reviewer');
    const look = await browser().call({ path: LINK, body: { code } });
    expect(look.data).toMatchObject({ purpose: 'invitation', role: 'reviewer', known: false, done: false });
    const body = { code, name: 'Nia', password: PASSWORD };
    const [one, two] = await Promise.all([
      browser().call({ path: LINK, body }),
      browser().call({ path: LINK, body }),
    ]);
    expect([one!.status, two!.status].toSorted()).toEqual([200, expect.not.stringMatching('200')]);
    const cookie = cookiesOf(one!.status === 200 ? one! : two!);
    const me = await browserOf(service, cookie).call({ path: '/dashboard/api/me' });
    expect(me.data.memberships).toMatchObject([{ org: org.org, role: 'reviewer' }]);
  });

  it('is accepted by a person with an account only after they signed in, as themselves', async () => {
    const known = await signedIn(service, (await service.organization()).org, 'owner');
    const other = await signedIn(service, (await service.organization()).org, 'owner');
    const code = await invitation(known.email, 'admin');
    expect((await browser().call({ path: LINK, body: { code } })).data).toMatchObject({
      known: true,
      done: false,
    });
    const tried = await browser().call({ path: LINK, body: { code, name: 'X', password: PASSWORD } });
    expectRefusal(tried, 400, 'invalid_request');
    const accept = { path: '/dashboard/api/me/invitation', body: { code } };
    expectRefusal(await other.call(accept), 403, 'scope_denied');
    expect((await known.call(accept)).data.memberships).toHaveLength(2);
    expectRefusal(await known.call(accept), 401, 'token_expired');
  });
});

describe('a reset', () => {
  it('ends sessions, second factor and old password, and only then signs in', async () => {
    const person = await signedIn(service, org.org, 'developer');
    const code = await link('reset', { user_id: person.user_id });
    await service.database.pool.query(
      `INSERT INTO person_account (id, user_id, provider_id, account_id) VALUES ($1, $1, 'oidc', $1)`,
      [person.user_id],
    );
    expect((await person.call({ path: '/dashboard/api/me' })).status).toBe(200);
    const password = 'another long password';
    const answer = await browser().call({ path: LINK, body: { code, password } });
    expect(answer.data, answer.text).toMatchObject({ purpose: 'reset', done: true });
    expectRefusal(await person.call({ path: '/dashboard/api/me' }), 401, 'token_invalid');
    const { rows } = await service.database.pool.query(
      'SELECT provider_id FROM person_account WHERE user_id = $1',
      [person.user_id],
    );
    expect(rows, 'the identity provider is linked anew').toEqual([{ provider_id: 'credential' }]);
    const old = { email: person.email, password: PASSWORD };
    expect((await browser().call({ path: `${AUTH}/sign-in/email`, body: old })).status).toBe(401);
    const me = await browserOf(service, cookiesOf(answer)).call({ path: '/dashboard/api/me' });
    expect(me.data).toMatchObject({ second_factor: 'none', may_set_up: true });
  });
});

it('keeps no code in the database', async () => {
  const code = await invitation('kept@people.example');
  const { rows } = await service.database.pool.query('SELECT l::text AS text FROM person_link l');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ text }) => text.includes(code))).toBe(false);
});
