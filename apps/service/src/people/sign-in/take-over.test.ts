import { beforeAll, describe, expect, it } from 'vitest';
import { mutant } from '../../../testing/mutant.ts';
import { AUTH, browserOf, cookiesOf, PASSWORD, signedIn } from '../../../testing/people.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import { providerStage } from '../../../testing/sign-in/provider.ts';
import type { endOtherWays } from './link.ts';

const { service, organization, comeBack, says, member, ways, audited, team, sessionOf } = providerStage();
let org: string;
beforeAll(() => {
  ({ org } = organization);
});

describe('an account that another person made under this person’s address', () => {
  /** Everything that such a person can still do with what they chose. */
  async function waysIn(thief: Awaited<ReturnType<typeof signedIn>>) {
    const body = { email: thief.email, password: PASSWORD };
    return {
      session: (await thief.call(team())).status,
      password: (await browserOf(service).call({ path: `${AUTH}/sign-in/email`, body })).status,
    };
  }
  const plantPasskey = (user_id: string) =>
    service.database.pool.query(
      `INSERT INTO person_passkey (id, user_id, public_key, credential_id, counter, device_type, backed_up)
       VALUES ($1, $1, 'key', $1, 0, 'singleDevice', false)`,
      [user_id],
    );
  const left = async (user_id: string) =>
    (
      await service.database.pool.query(
        `SELECT (SELECT count(*)::int FROM person_passkey WHERE user_id = p.id) AS passkeys,
                (SELECT count(*)::int FROM person_two_factor WHERE user_id = p.id) AS apps, two_factor_enabled
           FROM person p WHERE id = $1`,
        [user_id],
      )
    ).rows[0];

  it('is the person’s alone from their first sign-in at the provider on, and they are told', async () => {
    const thief = await signedIn(service, org, 'analyst');
    await plantPasskey(thief.user_id);
    says(thief.email, { amr: ['mfa'] });
    const back = await comeBack();
    expect(ways(back)).toEqual({ ended: 'password-passkeys-app', to: '/dashboard' });
    expect(await waysIn(thief)).toEqual({ session: 401, password: 401 });
    expect(await left(thief.user_id)).toEqual({ passkeys: 0, apps: 0, two_factor_enabled: false });
    expect((await sessionOf(back).call(team())).status).toBe(200);
    const ended = ['password', 'passkeys', 'app'];
    expect(await audited('person.linked', thief.user_id)).toMatchObject([{ detail: { ended } }]);
    // Only the first one ends anything.
    expect((await comeBack()).headers.location).toBe('/dashboard');
    expect((await sessionOf(back).call(team())).status).toBe(200);
  });

  it('keeps only the app, which opens nothing by itself, where the provider proved no second factor', async () => {
    const thief = await signedIn(service, org, 'analyst');
    await plantPasskey(thief.user_id);
    says(thief.email, { amr: ['pwd'] });
    const back = await comeBack();
    expect(ways(back)).toEqual({ ended: 'password-passkeys', to: '/dashboard' });
    expect(await waysIn(thief)).toEqual({ session: 401, password: 401 });
    expect(await left(thief.user_id)).toEqual({ passkeys: 0, apps: 1, two_factor_enabled: true });
    expectRefusal(await sessionOf(back).call(team()), 403, 'scope_denied');
  });

  it('gives no session to a password that was being checked meanwhile', async () => {
    const email = await member();
    const { db } = service.database;
    const { id } = await db
      .selectFrom('person')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const context = await (await service.deps.people.auth()).$context;
    const { verify } = context.password;
    context.password.verify = async (given) => {
      const right = await verify(given);
      await db.deleteFrom('person_account').where('user_id', '=', id).execute();
      return right;
    };
    try {
      const body = { email, password: PASSWORD };
      const answer = await browserOf(service).call({ path: `${AUTH}/sign-in/email`, body });
      expectRefusal(answer, 401, 'token_invalid');
      expect(cookiesOf(answer)).toBe('');
    } finally {
      context.password.verify = verify;
    }
    const rows = await db.selectFrom('person_session').select('id').where('user_id', '=', id).execute();
    expect(rows).toEqual([]);
  });

  it('mutation control: without that, the other one stays in', async () => {
    const thief = await signedIn(service, org, 'analyst');
    const { endOtherWays: careless } = await mutant<{ endOtherWays: typeof endOtherWays }>(
      'people/sign-in/link.ts',
      ['const gone = await endWays(trx, user_id, answer?.mfa === true);', 'const gone: never[] = [];'],
    );
    await careless(service.database.db, thief.user_id);
    expect(await waysIn(thief)).toEqual({ session: 200, password: 200 });
  });
});

describe('a person who always proved their second factor at the provider', () => {
  const setUp = (half: ReturnType<typeof sessionOf>) =>
    half.call({ path: `${AUTH}/two-factor/enable`, body: {} });

  it('is not taken over by a sign-in there without one', async () => {
    const email = await member();
    says(email, { amr: ['mfa'] });
    expect((await sessionOf(await comeBack()).call(team())).status).toBe(200);
    says(email, { amr: ['pwd'] });
    const thief = sessionOf(await comeBack());
    const refused = await setUp(thief);
    expectRefusal(refused, 403, 'scope_denied');
    expect(refused.message).toContain('with a second step');
    const options = await thief.call({ path: `${AUTH}/passkey/generate-register-options` });
    expectRefusal(options, 403, 'scope_denied');
    expect((await thief.call({ path: '/dashboard/api/me' })).data.may_set_up).toBe(false);
    expect((await thief.call(team())).message).toContain('with a second step');
    // In a session that proved one there, the person sets up one here.
    says(email, { amr: ['mfa'] });
    expect((await setUp(sessionOf(await comeBack()))).data.totpURI).toMatch(/^otpauth:/);
  });

  it('control: without what is remembered of them, they are', async () => {
    const email = await member();
    says(email, { amr: ['mfa'] });
    await comeBack();
    await service.database.pool.query('UPDATE person SET factor_proved_at = NULL WHERE email = $1', [email]);
    says(email, { amr: ['pwd'] });
    expect((await setUp(sessionOf(await comeBack()))).status).toBe(200);
  });
});
