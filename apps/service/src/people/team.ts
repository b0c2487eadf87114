import type { Role, team } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import { audit } from '../accounts/audit.ts';
import type { Schema } from '../database/schema.ts';
import type { Call, PersonCaller } from '../deps.ts';
import { newId } from '../ids.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { findByEmail } from './accounts.ts';
import { makeLink } from './links.ts';
import { sendMail } from './mail.ts';
import { membersOf } from './members.ts';
import { plainEmail } from './plain-email.ts';
import { mayManage, mayReset, voidLinks } from './standing.ts';

type Db = Kysely<Schema>;
type TeamCall = Call<unknown, unknown, unknown, PersonCaller>;

const note = (trx: Db, { caller, request_id, ip }: TeamCall, action: string, target: string, detail = {}) =>
  audit(trx, { org: caller.org, actor: caller.actor, action, target, request_id, ip, detail });

export const readTeamHandler: Handler<typeof team.readTeam> = async (
  { caller },
  { database: { db }, clock },
) => {
  const links = await db
    .selectFrom('person_link')
    .selectAll()
    .where('org', '=', caller.org)
    .where('purpose', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(clock.now()))
    .orderBy('created_at', 'desc')
    .execute();
  return {
    members: await membersOf(db, caller.org),
    invitations: links.map((link) => ({
      invitation_id: link.invitation_id!,
      email: link.email!,
      role: link.role!,
      invited_by: link.created_by,
      created_at: link.created_at.toISOString(),
      expires_at: link.expires_at.toISOString(),
    })),
  };
};

/** Only an owner makes an owner, changes one or removes one. */
function requireOwnerFor({ caller }: TeamCall, ...roles: Role[]): void {
  if (!mayManage(caller.role, ...roles))
    refuse('scope_denied', 'owners', { message: 'Only an owner makes, changes or removes an owner.' });
}

/** Mail goes to addresses that the inviter chooses, in the operator's name. */
const INVITATIONS_MOST = 100;

/** Under a lock, so that neither two invitations of one address nor more than the most are made at once. */
async function requireRoom(trx: Db, call: TeamCall, email: string, now: Date): Promise<void> {
  const { org } = call.caller;
  await sql`SELECT FROM organization WHERE org = ${org} FOR UPDATE`.execute(trx);
  const waiting = await trx
    .selectFrom('person_link')
    .select(['email', 'role'])
    .where('org', '=', org)
    .where('purpose', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  const replaced = waiting.find((each) => each.email === email);
  if (replaced) requireOwnerFor(call, replaced.role!);
  else if (waiting.length >= INVITATIONS_MOST)
    refuse('rate_limited', 'invitations', {
      message: `${INVITATIONS_MOST} invitations wait already. Take some back first.`,
      retry_after_s: 3_600,
    });
}

export const inviteHandler: Handler<typeof team.invite> = async (call, deps) => {
  const { caller, body } = call;
  requireOwnerFor(call, body.role);
  const email = plainEmail(body.email);
  const { db } = deps.database;
  const known = await findByEmail(db, email);
  if (known && (await membersOf(db, caller.org, known.id)).length > 0)
    refuse('invalid_request', 'a member', { fields: [{ path: 'email', message: 'is a member already' }] });
  const now = new Date(deps.clock.now());
  const invitation_id = newId('invitation');
  const { url, expires_at } = await db.transaction().execute(async (trx) => {
    await requireRoom(trx, call, email, now);
    await note(trx, call, 'member.invited', invitation_id, { role: body.role });
    return makeLink(trx, deps.config.base_url, now, {
      purpose: 'invitation',
      org: caller.org,
      created_by: caller.name,
      created_by_user: caller.user_id,
      invitation_id,
      email,
      role: body.role,
    });
  });
  const subject = `${caller.name} invites you to ${caller.org_name}`;
  const text =
    `${subject} on Standpoint, as ${body.role}.\n\n${url}\n\n` +
    `The link works once, until ${expires_at.toUTCString()}.\n`;
  const sent = await sendMail(deps.config, { to: email, subject, text }, deps.log);
  const invitation = {
    invitation_id,
    email,
    role: body.role,
    invited_by: caller.name,
    created_at: now.toISOString(),
    expires_at: expires_at.toISOString(),
  };
  return { invitation, link: sent ? null : url };
};

export const takeBackHandler: Handler<typeof team.takeBackInvitation> = async (call, { database }) => {
  const { invitation_id } = call.params;
  await database.db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('person_link')
      .where('org', '=', call.caller.org)
      .where('invitation_id', '=', invitation_id)
      .where('used_at', 'is', null)
      .returning('role')
      .executeTakeFirst();
    if (!gone) return refuse('not_found', 'no such invitation');
    requireOwnerFor(call, gone.role!);
    await note(trx, call, 'invitation.taken_back', invitation_id);
  });
  return { invitation_id };
};

/**
 * The role of a member who may be changed to `role`, or removed. All owners are locked, so that two of them cannot
 * remove each other and leave none.
 */
async function requireChangeable(trx: Db, call: TeamCall, user_id: string, role: Role | null): Promise<Role> {
  const { rows } = await sql<{ user_id: string; role: Role }>`
    SELECT user_id, role FROM member
     WHERE org = ${call.caller.org} AND (role = 'owner' OR user_id = ${user_id})
     ORDER BY user_id FOR UPDATE`.execute(trx);
  const was = rows.find((each) => each.user_id === user_id)?.role ?? refuse('not_found', 'no such member');
  requireOwnerFor(call, was, ...(role ? [role] : []));
  const owners = rows.filter((each) => each.role === 'owner').length;
  if (was === 'owner' && role !== 'owner' && owners === 1)
    refuse('scope_denied', 'the last owner', {
      message: 'This is the only owner. Make another member an owner first.',
    });
  return was;
}

export const changeMemberHandler: Handler<typeof team.changeMember> = async (call, { database }) => {
  const { user_id } = call.params;
  const { org } = call.caller;
  await database.db.transaction().execute(async (trx) => {
    const was = await requireChangeable(trx, call, user_id, call.body.role);
    await trx
      .updateTable('member')
      .set({ role: call.body.role })
      .where('org', '=', org)
      .where('user_id', '=', user_id)
      .execute();
    await voidLinks(trx, org, user_id);
    await note(trx, call, 'member.role_changed', user_id, { from: was, to: call.body.role });
  });
  return (await membersOf(database.db, org, user_id))[0]!;
};

export const removeMemberHandler: Handler<typeof team.removeMember> = async (call, { database }) => {
  const { user_id } = call.params;
  await database.db.transaction().execute(async (trx) => {
    const role = await requireChangeable(trx, call, user_id, null);
    await trx
      .deleteFrom('member')
      .where('org', '=', call.caller.org)
      .where('user_id', '=', user_id)
      .execute();
    await voidLinks(trx, call.caller.org, user_id);
    await note(trx, call, 'member.removed', user_id, { role });
  });
  return { user_id };
};

export const resetMemberHandler: Handler<typeof team.resetMember> = async (call, deps) => {
  const { user_id } = call.params;
  const { caller } = call;
  const { db } = deps.database;
  const [member] = await membersOf(db, caller.org, user_id);
  if (!member) return refuse('not_found', 'no such member');
  requireOwnerFor(call, member.role);
  if (!(await mayReset(db, caller.user_id, user_id)))
    refuse('scope_denied', 'a member elsewhere', {
      message:
        'This person belongs to another organization too, where you may not do this. The operator can: ' +
        'npx standpoint users reset',
    });
  const { url, expires_at } = await db.transaction().execute(async (trx) => {
    await note(trx, call, 'member.reset_offered', user_id);
    return makeLink(trx, deps.config.base_url, new Date(deps.clock.now()), {
      purpose: 'reset',
      org: caller.org,
      created_by: caller.name,
      created_by_user: caller.user_id,
      user_id,
    });
  });
  const sent = await sendMail(
    deps.config,
    {
      to: member.email,
      subject: 'Set a new password for Standpoint',
      text:
        `${caller.name} lets you set a new password and second factor.\n\n${url}\n\nThe link works ` +
        `once, until ${expires_at.toUTCString()}.\n`,
    },
    deps.log,
  );
  return { link: sent ? null : url, expires_at: expires_at.toISOString() };
};
