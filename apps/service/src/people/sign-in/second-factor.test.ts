import { describe, expect, it } from 'vitest';
import { sharedService, testOrganization } from '../../../testing/hooks.ts';
import { mutant } from '../../../testing/mutant.ts';
import { AUTH, browserOf, cookiesOf, PASSWORD, signedIn, totp } from '../../../testing/people.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import { createPerson, join } from '../accounts.ts';
import type { keepPresentApp } from './new-app.ts';

const service = sharedService();
const org = testOrganization(service);
let made = 0;

async function newPerson() {
  const email = `factor-${++made}@people.example`;
  const { db } = service.database;
  const user_id = await createPerson(db, service.deps.people, { name: 'Fay', email, password: PASSWORD });
  await join(db, org.org, user_id, 'owner');
  return { email, user_id };
}

const withPassword = (email: string) =>
  browserOf(service).call({ path: `${AUTH}/sign-in/email`, body: { email, password: PASSWORD } });
const team = () => ({ path: `/dashboard/api/${org.org}/team` });

async function enrol(browser: ReturnType<typeof browserOf>) {
  const { totpURI } = (
    await browser.call({ path: `${AUTH}/two-factor/enable`, body: { password: PASSWORD } })
  ).data;
  const verified = await browser.call({
    path: `${AUTH}/two-factor/verify-totp`,
    body: { code: totp(totpURI) },
  });
  return browserOf(service, cookiesOf(verified));
}

describe('a session that a password alone has opened', () => {
  it('is worth nothing more once the person sets up a second factor elsewhere', async () => {
    const { email } = await newPerson();
    const attacker = browserOf(service, cookiesOf(await withPassword(email)));
    expectRefusal(await attacker.call(team()), 403, 'scope_denied');
    const owner = await enrol(browserOf(service, cookiesOf(await withPassword(email))));
    expect((await owner.call(team())).status).toBe(200);
    expectRefusal(await attacker.call(team()), 401, 'token_invalid');
  });

  it('is not made for a person who has a passkey and no app', async () => {
    const { email, user_id } = await newPerson();
    const early = browserOf(service, cookiesOf(await withPassword(email)));
    await service.database.pool.query(
      `INSERT INTO person_passkey (id, user_id, public_key, credential_id, counter, device_type, backed_up)
       VALUES ($1, $1, 'key', $1, 0, 'singleDevice', false)`,
      [user_id],
    );
    const answer = await withPassword(email);
    expectRefusal(answer, 403, 'scope_denied');
    expect(answer.message).toContain('passkey');
    expect(cookiesOf(answer)).toBe('');
    // Nor may an older one do anything, or add a factor of its own.
    expectRefusal(await early.call(team()), 403, 'scope_denied');
    for (const path of ['/two-factor/enable', '/change-password', '/passkey/delete-passkey'])
      expectRefusal(
        await early.call({
          path: AUTH + path,
          body: { password: PASSWORD, currentPassword: PASSWORD, newPassword: PASSWORD, id: user_id },
        }),
        403,
        'scope_denied',
      );
    expectRefusal(
      await early.call({ path: `${AUTH}/passkey/generate-register-options` }),
      403,
      'scope_denied',
    );
  });
});

describe('a person who takes another authenticator app', () => {
  const newKey = (browser: ReturnType<typeof browserOf>) =>
    browser.call({ path: `${AUTH}/two-factor/enable`, body: { password: PASSWORD } });
  const show = (browser: ReturnType<typeof browserOf>, uri: string) =>
    browser.call({ path: `${AUTH}/two-factor/verify-totp`, body: { code: totp(uri) } });
  const signInWith = async (email: string, uri: string) =>
    (await show(browserOf(service, cookiesOf(await withPassword(email))), uri)).status;

  it('keeps the present one when they give up half-way, and after a wrong code', async () => {
    const person = await signedIn(service, org.org, 'analyst');
    const { data } = await newKey(person);
    expect(await signInWith(person.email, person.totpURI)).toBe(200);
    expect(await signInWith(person.email, data.totpURI)).toBe(401);
    const wrong = await person.call({ path: `${AUTH}/two-factor/verify-totp`, body: { code: '000000' } });
    expect(wrong.status).toBe(401);
    expect(await signInWith(person.email, person.totpURI)).toBe(200);
  });

  it('keeps the present one when many ask for a new one at once', async () => {
    const person = await signedIn(service, org.org, 'analyst');
    const asked = await Promise.all(Array.from({ length: 6 }, () => newKey(person)));
    const made = asked.filter(({ status }) => status === 200);
    expect(made.length).toBeGreaterThan(0);
    for (const other of asked.filter(({ status }) => status !== 200))
      expectRefusal(other, 429, 'rate_limited');
    expect(await signInWith(person.email, person.totpURI)).toBe(200);
    // Nothing stays locked.
    const next = await newKey(person);
    expect((await show(person, next.data.totpURI)).status).toBe(200);
    expect(await signInWith(person.email, next.data.totpURI)).toBe(200);
  });

  it('mutation control: without a turn of its own for each, the present one is lost', async () => {
    const person = await signedIn(service, org.org, 'analyst');
    const { keepPresentApp: careless } = await mutant<{ keepPresentApp: typeof keepPresentApp }>(
      'people/sign-in/new-app.ts',
      ['=> alone(db, who.user_id, () => makeBeside(db, who, make));', '=> makeBeside(db, who, make);'],
    );
    const { db } = service.database;
    const make = async (secret: string) => {
      await db
        .updateTable('person_two_factor')
        .set({ secret })
        .where('user_id', '=', person.user_id)
        .execute();
      return { ok: true };
    };
    const who = { user_id: person.user_id, session_id: 'one' };
    const [inside, turn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let second: Promise<unknown> = Promise.resolve();
    await careless(db, who, async () => {
      const made = await make('the first new key');
      second = careless(db, { ...who, session_id: 'two' }, async () => {
        inside.resolve();
        await turn.promise;
        return make('the second new key');
      });
      await inside.promise;
      return made;
    });
    turn.resolve();
    await second;
    const present = db.selectFrom('person_two_factor').select('secret').where('user_id', '=', person.user_id);
    expect(await present.executeTakeFirst()).toEqual({ secret: 'the first new key' });
  });

  it('has only the new one once it has shown a right code, with its backup codes', async () => {
    const person = await signedIn(service, org.org, 'analyst');
    const { data } = await newKey(person);
    expect((await show(person, data.totpURI)).status).toBe(200);
    expect(await signInWith(person.email, person.totpURI)).toBe(401);
    expect(await signInWith(person.email, data.totpURI)).toBe(200);
    const begun = browserOf(service, cookiesOf(await withPassword(person.email)));
    const code = data.backupCodes[0];
    expect((await begun.call({ path: `${AUTH}/two-factor/verify-backup-code`, body: { code } })).status).toBe(
      200,
    );
  });
});
