import { LIMITS } from '@standpoint/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { AUTH, browserOf, cookiesOf, signedIn, totp } from '../../../testing/people.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import { providerStage } from '../../../testing/sign-in/provider.ts';

const { provider, service, organization, begin, comeBack, says, member, ways, audited, team, sessionOf } =
  providerStage();
let org: string;
beforeAll(() => {
  ({ org } = organization);
});
let made = 0;

describe('the way to the provider', () => {
  it('is offered by name', async () => {
    const ways = await browserOf(service).call({ path: `${AUTH}/ways` });
    expect(ways.data).toEqual({ provider: { name: 'Harbour ID' } });
  });

  it('is begun by our own pages alone', async () => {
    const foreign = await service.call({
      path: `${AUTH}/provider`,
      body: { page: 'start' },
      headers: { origin: 'https://evil.example' },
    });
    expectRefusal(foreign, 403, 'origin_not_allowed');
  });

  it('is refused with what to do when the provider does not answer, or calls itself by another name', async () => {
    for (const wrong of ['http://127.0.0.1:9', `${provider.issuer}/other`]) {
      const { oidc } = service.deps.config;
      service.deps.config.oidc = { ...oidc!, issuer: wrong };
      try {
        const answer = await begin();
        expect([answer.status, JSON.parse(answer.text).data.error.code]).toEqual([503, 'unavailable']);
        expect(answer.message).toContain('Harbour ID does not answer');
      } finally {
        service.deps.config.oidc = oidc;
      }
    }
  });

  it('carries PKCE, and a state that belongs to this browser', async () => {
    const begun = await begin();
    const url = new URL(begun.data.url);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(String(begun.headers['set-cookie'])).toMatch(/standpoint\.state=.*SameSite=Lax/);
  });
});

describe('a person who comes back', () => {
  it('is signed in as the member with that address, and is in when the provider proved a second factor', async () => {
    says(await member(), { amr: ['pwd', 'otp', 'mfa'] });
    const back = await comeBack();
    expect(back.status).toBe(302);
    expect(ways(back)).toEqual({ ended: 'password', to: '/dashboard' });
    expect((await comeBack()).headers.location).toBe('/dashboard');
    expect((await sessionOf(back).call(team())).status).toBe(200);
    const { rows } = await service.database.pool.query(
      `SELECT access_token, refresh_token, id_token FROM person_account WHERE provider_id = 'oidc'`,
    );
    for (const row of rows)
      expect(Object.values(row), 'none of its tokens is kept').toEqual([null, null, null]);
  });

  it('has to prove a second factor here when the provider says nothing of one', async () => {
    says(await member(), { amr: ['pwd'] });
    const person = sessionOf(await comeBack());
    expectRefusal(await person.call(team()), 403, 'scope_denied');
    const me = await person.call({ path: '/dashboard/api/me' });
    expect(me.data).toMatchObject({
      proven: false,
      second_factor: 'provider',
      has_password: false,
      may_set_up: true,
    });
  });

  it('cannot take a member’s authenticator app away with that', async () => {
    const person = await signedIn(service, org, 'owner');
    says(person.email, { amr: ['pwd'] });
    const half = sessionOf(await comeBack());
    for (const path of ['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes'])
      expectRefusal(await half.call({ path: AUTH + path, body: {} }), 403, 'scope_denied');
    // The app stays: with it, the member is in.
    const shown = { path: `${AUTH}/two-factor/verify-totp`, body: { code: totp(person.totpURI) } };
    expect((await half.call(shown)).status).toBe(200);
    expect((await half.call(team())).status).toBe(200);
  });

  it.each([
    ['is not invited', { email: 'stranger@people.example' }, 'not_invited'],
    ['has an address that the provider has not verified', { email_verified: false }, 'account_not_linked'],
    ['brings no address', { email: undefined }, 'user_info_is_missing'],
  ])('is not let in who %s', async (_what, claims, error) => {
    says(await member(), { amr: ['mfa'], ...claims });
    const back = await comeBack();
    expect(back.headers.location).toBe(`/dashboard/sign-in?error=${error}`);
    expect(cookiesOf(back)).not.toContain('session_token=ey');
    expectRefusal(await sessionOf(back).call(team()), 401, 'token_missing');
  });

  it.each([
    ['is signed by a key that the provider does not publish', {}, true],
    ['was made for another client', { aud: 'another' }, false],
    ['comes from another provider', { iss: 'https://other.example' }, false],
    ['is over', { exp: Math.floor(Date.now() / 1_000) - 3_600 }, false],
    [
      'was made for several parties, and asked for by another',
      { aud: ['dashboard', 'other'], azp: 'other' },
      false,
    ],
  ])('is not let in with an ID token that %s', async (_what, claims, forged) => {
    says(await member(), { amr: ['mfa'], ...claims });
    provider.says.forged = forged;
    const back = await comeBack();
    expect(back.headers.location).toBe('/dashboard/sign-in?error=user_info_is_missing');
    expectRefusal(await sessionOf(back).call(team()), 401, 'token_missing');
  });

  it('is not let in by another person’s way back: the state belongs to the browser that began', async () => {
    says(await member(), { amr: ['mfa'] });
    const back = await comeBack({ lost: true });
    expect(back.headers.location).toBe('/dashboard/sign-in?error=state_mismatch');
    expectRefusal(await sessionOf(back).call(team()), 401, 'token_missing');
  });

  it('is told that they cancelled, and is led to no other site by the answer', async () => {
    provider.says.error = 'access_denied';
    expect((await comeBack()).headers.location).toBe('/dashboard/sign-in?error=access_denied');
    const lead = (url: URL) => {
      url.searchParams.set('error', 'https://evil.example');
      return url;
    };
    expect((await comeBack({ change: lead })).headers.location).toMatch(/^\/dashboard\/sign-in\?error=/);
  });
});

describe('the tries of a network', () => {
  /** With two tries for an account, and so twelve for a network. */
  const MOST = 12;
  async function limited(work: () => Promise<void>) {
    const { deps } = service;
    const before = deps.address_limits;
    deps.address_limits = { sign_in: { rate: LIMITS.sign_in.rate, burst: MOST / 6 } };
    await service.database.pool.query('DELETE FROM guess_bucket');
    try {
      await work();
    } finally {
      deps.address_limits = before;
    }
  }
  const CALLBACK = `${AUTH}/oauth2/callback/oidc`;

  it('are not spent by a page that leads browsers here, nor by sign-ins that come to a good end', () =>
    limited(async () => {
      for (let i = 0; i <= MOST; i++) {
        const cookie = i % 2 === 0 ? '' : 'standpoint.state=%E0%A4%A';
        const led = await browserOf(service, cookie).call({
          path: `${CALLBACK}?code=x&state=made-up-${i}`,
        });
        expect(led.headers.location).toBe('/dashboard/sign-in?error=state_mismatch');
      }
      says(await member(), { amr: ['mfa'] });
      for (let i = 0; i <= MOST; i++) expect((await comeBack()).headers.location).not.toContain('error=');
    }));

  it('are counted apart from passwords and passkeys, and a person who has none left is told so on the page', () =>
    limited(async () => {
      says(await member(), { amr: ['mfa'] });
      const begun = await begin();
      const away = await fetch(begun.data.url, { redirect: 'manual' });
      const back = new URL(away.headers.get('location')!);
      for (let i = 1; i < MOST; i++) expect((await begin()).status).toBe(200);
      const late = await browserOf(service, cookiesOf(begun)).call({ path: back.pathname + back.search });
      expect([late.status, late.headers.location]).toEqual([302, '/dashboard/sign-in?error=too_many']);
      const passkeys = await browserOf(service).call({
        path: `${AUTH}/passkey/generate-authenticate-options`,
      });
      expect(passkeys.status).toBe(200);
    }));
});

it('a provider that does not answer is given up in time, and leaves no session behind', async () => {
  says(await member(), { amr: ['mfa'] });
  provider.says.hangs = true;
  const begun = Date.now();
  const back = await comeBack();
  expect(back.headers.location).toBe('/dashboard/sign-in?error=provider_unavailable');
  expect(Date.now() - begun).toBeLessThan(15_000);
}, 30_000);

it('a refused sign-in of a member stands in the audit log', async () => {
  const email = await member();
  const { rows } = await service.database.pool.query('SELECT id FROM person WHERE email = $1', [email]);
  says(email, { email_verified: false });
  await comeBack();
  expect(await audited('person.sign_in_refused', rows[0].id)).toEqual([
    {
      actor: `user:${rows[0].id}`,
      outcome: 'refused',
      detail: { by: '/oauth2/callback/oidc', why: 'account_not_linked' },
    },
  ]);
});

describe('an invited person without an account', () => {
  it('gets one by the provider, joins with the invitation, and needs no password for a second factor', async () => {
    const owner = await signedIn(service, org, 'owner');
    const email = `new-${++made}@people.example`;
    const invited = await owner.call({
      path: `/dashboard/api/${org}/team/invitations`,
      body: { email, role: 'analyst' },
    });
    says(email);
    const person = sessionOf(await comeBack());
    const joined = await person.call({
      path: '/dashboard/api/me/invitation',
      body: { code: invited.data.link.split('#')[1] },
    });
    expect(joined.data).toMatchObject({ second_factor: 'provider', proven: false, has_password: false });
    expectRefusal(await person.call(team()), 403, 'scope_denied');
    const app = await person.call({ path: `${AUTH}/two-factor/enable`, body: {} });
    expect(app.data.totpURI).toMatch(/^otpauth:/);
  });
});
