import type { AnswerOf, openLink, setUp } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import { audit } from '../accounts/audit.ts';
import type { Schema } from '../database/schema.ts';
import { Answer, type Call, type Deps } from '../deps.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { createPerson, findByEmail, hasOwner, join, resetPerson } from './accounts.ts';
import { type Link, openLinkRow } from './links.ts';
import { plainEmail } from './plain-email.ts';
import { signInNow } from './sign-in/ask.ts';
import { requireMaker } from './standing.ts';

type Db = Kysely<Schema>;
const now = ({ clock }: Deps) => new Date(clock.now());

/** A page of another site must not use up a link. */
function requireNoForeignOrigin({ config }: Deps, { origin }: Call): void {
  if (origin !== null && origin !== new URL(config.base_url).origin)
    refuse('origin_not_allowed', `Origin ${origin}`, {
      message: `Links are opened at ${config.base_url}/dashboard.`,
    });
}

async function organizationOf(db: Db, org: string) {
  const row = await db.selectFrom('organization').select('name').where('org', '=', org).executeTakeFirst();
  return row?.name ?? '';
}

const done = <D>(data: D, cookies: string[]): Answer<D> =>
  new Answer(data, cookies.length > 0 ? { headers: { 'set-cookie': cookies } } : {});

export const setUpHandler: Handler<typeof setUp> = async (call, deps) => {
  requireNoForeignOrigin(deps, call);
  const { code, owner } = call.body;
  const { db } = deps.database;
  const at = now(deps);
  const link = await openLinkRow(db, code, at, { purposes: ['setup'] });
  const facts = async (made: boolean): Promise<AnswerOf<typeof setUp>> => {
    const organization = await organizationOf(db, link.org);
    return {
      org: link.org,
      organization,
      demo: organization === 'Demo',
      base_url: deps.config.base_url,
      reached_at: `${new URL(call.base_url).protocol}//${call.header('host') ?? ''}`,
      server_time: at.toISOString(),
      expires_at: link.expires_at.toISOString(),
      done: made,
    };
  };
  if (!owner) return facts(false);
  if (await findByEmail(db, owner.email))
    refuse('invalid_request', 'e-mail in use', {
      fields: [{ path: 'owner.email', message: 'has an account here already: sign in with it' }],
    });
  await db.transaction().execute(async (trx) => {
    await openLinkRow(trx, code, at, { purposes: ['setup'], use: true });
    const user_id = await makeOwner(trx, deps, link.org, owner);
    await note(trx, call, link, `user:${user_id}`, 'member.joined', { role: 'owner' });
  });
  return done(await facts(true), await signInNow(deps, call, owner));
};

type NewOwner = NonNullable<Parameters<typeof setUpHandler>[0]['body']['owner']>;

async function makeOwner(trx: Db, { people }: Deps, org: string, owner: NewOwner): Promise<string> {
  // Two links may be out, of two starts: one owner comes of them.
  await sql`SELECT FROM organization WHERE org = ${org} FOR UPDATE`.execute(trx);
  if (await hasOwner(trx, org))
    refuse('token_expired', 'has an owner', {
      message: 'This installation has an owner. Sign in instead.',
    });
  const user_id = await createPerson(trx, people, owner);
  await join(trx, org, user_id, 'owner');
  if (owner.organization)
    await trx.updateTable('organization').set({ name: owner.organization }).where('org', '=', org).execute();
  return user_id;
}

const note = (
  trx: Db,
  { request_id, ip }: Pick<Call, 'request_id' | 'ip'>,
  { org }: Pick<Link, 'org'>,
  actor: string,
  action: string,
  detail: Record<string, unknown>,
) => audit(trx, { org, actor, action, target: actor.replace('user:', ''), request_id, ip, detail });

/** Two invitations of one new address, used at once: the second person signs in and accepts. */
async function requireStillNew(trx: Db, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`person ${email}`}))`.execute(trx);
  if (await findByEmail(trx, email))
    refuse('token_expired', 'known meanwhile', {
      message: 'This address has an account now. Sign in with it.',
    });
}

export const openLinkHandler: Handler<typeof openLink> = async (call, deps) => {
  requireNoForeignOrigin(deps, call);
  const { code, password } = call.body;
  const at = now(deps);
  const link = await openLinkRow(deps.database.db, code, at, { purposes: ['invitation', 'reset'] });
  const email = await emailOf(deps.database.db, link);
  const known = (await findByEmail(deps.database.db, email)) ?? null;
  const facts = {
    purpose: link.purpose as 'invitation' | 'reset',
    organization: link.purpose === 'invitation' ? await organizationOf(deps.database.db, link.org) : null,
    role: link.role,
    email,
    known: known !== null && link.purpose === 'invitation',
    expires_at: link.expires_at.toISOString(),
  };
  if (facts.known) {
    // The bearer of the link need not have the account: accepting takes a sign-in, which `acceptHandler` sees.
    if (password !== undefined)
      refuse('invalid_request', 'known', {
        fields: [{ path: 'password', message: 'is not asked for: this person has an account, and signs in' }],
      });
    return { ...facts, done: false };
  }
  if (password === undefined) return { ...facts, done: false };
  const { name } = call.body;
  if (link.purpose === 'invitation' && !name)
    refuse('invalid_request', 'no name', { fields: [{ path: 'name', message: 'is required' }] });
  await deps.database.db.transaction().execute(async (trx) => {
    await requireMaker(trx, await openLinkRow(trx, code, at, { purposes: [link.purpose], use: true }));
    if (link.purpose === 'reset') {
      await resetPerson(trx, deps.people, link.user_id!, password);
      await note(trx, call, link, `user:${link.user_id}`, 'member.reset', {});
      return;
    }
    await requireStillNew(trx, email);
    const user_id = await createPerson(trx, deps.people, { name: name!, email, password });
    await join(trx, link.org, user_id, link.role!);
    await note(trx, call, link, `user:${user_id}`, 'member.joined', { role: link.role });
  });
  return done({ ...facts, done: true }, await signInNow(deps, call, { email, password }));
};

/** The address that the link is for. */
async function emailOf(db: Db, { email, user_id }: Link): Promise<string> {
  if (email !== null) return plainEmail(email);
  const row = await db.selectFrom('person').select('email').where('id', '=', user_id).executeTakeFirst();
  return row?.email ?? refuse('token_invalid', 'the person is gone');
}
