import { describe, expect, it } from 'vitest';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import {
  AUTH,
  browserOf,
  cookiesOf,
  PASSWORD,
  PEOPLE_PLUGINS,
  signedIn,
  totp,
} from '../../../testing/people.ts';
import { expectRefusal } from '../../../testing/refusals.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS });
const org = testOrganization(service);
const path = `${AUTH}/sign-in/email`;
const tried = (email: string, password: string, ip: string) =>
  browserOf(service).call({ path, body: { email, password }, ip });

async function audited(action: string) {
  const { rows } = await service.database.pool.query(
    'SELECT target, outcome, detail FROM audit WHERE org = $1 AND action = $2',
    [org.org, action],
  );
  return rows;
}

describe('attempts to sign in', () => {
  it('are five in fifteen minutes for an account from one network, also all at once', async () => {
    const { email, user_id } = await signedIn(service, org.org, 'analyst');
    const all = await Promise.all(
      Array.from({ length: 12 }, () => tried(email, 'wrong password', '203.0.113.9')),
    );
    const statuses = all.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    const late = await tried(email, PASSWORD, '203.0.113.9');
    expectRefusal(late, 429, 'rate_limited');
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(60);
    expect((await tried(email, PASSWORD, '198.51.100.7')).status).toBe(200);
    expect(await audited('person.sign_in_refused')).toEqual(
      Array(5).fill({ target: user_id, outcome: 'refused', detail: { by: '/sign-in/email' } }),
    );
  });

  it('without what they need name it, and are not counted', async () => {
    const call = (body: object) => browserOf(service).call({ path, body, ip: '203.0.113.40' });
    for (let i = 0; i < 40; i++) expect((await call({})).status).toBe(400);
    expect((await call({ email: { a: 1 } })).data.error.fields).toEqual([
      { path: 'email', message: 'must be text' },
      { path: 'password', message: 'is required' },
    ]);
  });

  it('that are right are given back', async () => {
    const { email } = await signedIn(service, org.org, 'analyst');
    for (let i = 0; i < 8; i++) expect((await tried(email, PASSWORD, '203.0.113.20')).status).toBe(200);
  });

  it('tell nothing about whether the account exists', async () => {
    const { email } = await signedIn(service, org.org, 'analyst');
    const known = await tried(email, 'wrong password', '203.0.113.30');
    const unknown = await tried('nil@people.example', 'wrong password', '203.0.113.31');
    expect([known.status, known.code, known.message]).toEqual([
      unknown.status,
      unknown.code,
      unknown.message,
    ]);
  });

  it('come from our own pages only', async () => {
    for (const headers of [{}, { origin: 'https://evil.example' }] as Record<string, string>[])
      expectRefusal(
        await service.call({ path, body: { email: 'a@people.example', password: PASSWORD }, headers }),
        403,
        'origin_not_allowed',
      );
  });

  it('reach no other route of the library', async () => {
    for (const [method, route] of [
      ['POST', 'sign-up/email'],
      ['GET', 'get-session'],
      ['POST', 'request-password-reset'],
      ['POST', 'update-user'],
      ['GET', 'list-sessions'],
      ['POST', 'delete-user'],
      ['GET', 'ok'],
    ] as const)
      expect((await browserOf(service).call({ method, path: `${AUTH}/${route}` })).status, route).toBe(404);
  });
});

it('a sign-in and the end of one stand in the audit log of each organization', async () => {
  const person = await signedIn(service, org.org, 'auditor');
  await person.call({ path: `${AUTH}/sign-out`, body: {} });
  expectRefusal(await person.call({ path: '/dashboard/api/me' }), 401, 'token_invalid');
  const asked = await tried(person.email, PASSWORD, '127.0.0.1');
  expect(asked.data).toMatchObject({ twoFactorRedirect: true });
  const again = browserOf(service, cookiesOf(asked));
  const wrong = await again.call({ path: `${AUTH}/two-factor/verify-totp`, body: { code: '000000' } });
  expect(wrong.status).toBe(401);
  const right = {
    path: `${AUTH}/two-factor/verify-totp`,
    body: { code: totp(person.totpURI), trustDevice: true },
  };
  const signed = await again.call(right);
  expect(signed.status, signed.text).toBe(200);
  // Devices are not trusted, whatever a caller asks for.
  expect(cookiesOf(signed)).not.toContain('trust');
  expect(
    (await browserOf(service, cookiesOf(signed)).call({ path: `/dashboard/api/${org.org}/team` })).status,
  ).toBe(200);
  const targets = (rows: { target: string }[]) => rows.map(({ target }) => target);
  expect(targets(await audited('person.signed_in'))).toContain(person.user_id);
  expect(targets(await audited('person.signed_out'))).toContain(person.user_id);
  expect(targets(await audited('person.sign_in_refused'))).toContain(person.user_id);
  expect(targets(await audited('person.second_factor_added'))).toContain(person.user_id);
});

it('a stranger writes nothing into an audit log under another person’s address', async () => {
  const victim = await signedIn(service, org.org, 'owner');
  const before = await audited('person.signed_out');
  await browserOf(service).call({ path: `${AUTH}/sign-out`, body: { email: victim.email } });
  const other = await signedIn(service, (await service.organization()).org, 'owner');
  await other.call({ path: `${AUTH}/sign-out`, body: { email: victim.email } });
  expect(await audited('person.signed_out')).toEqual(before);
});
