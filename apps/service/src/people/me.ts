import type {
  acceptInvitation,
  changeMe,
  endMySession,
  listMySessions,
  Me,
  Preferences,
  readMe,
} from '@standpoint/contract';
import { sql } from 'kysely';
import { audit } from '../accounts/audit.ts';
import { deviceLabel } from '../calls/device-label.ts';
import type { Call, Deps, PersonCaller } from '../deps.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { join } from './accounts.ts';
import { openLinkRow } from './links.ts';
import { plainEmail } from './plain-email.ts';
import { SECOND_FACTOR, type SecondFactor } from './session.ts';
import { maySetUp } from './sign-in/second-factor.ts';
import { noteSignIn, type SignInAction } from './sign-in/signed-in.ts';
import { requireMaker } from './standing.ts';

interface Row {
  name: string;
  email: string;
  preferences: Preferences;
  second_factor: SecondFactor;
  proven: boolean;
  ever: boolean;
  has_password: boolean;
  memberships: Me['memberships'];
}

/** The person of a session, as they are now. */
async function meOf({ database }: Deps, caller: PersonCaller): Promise<Me> {
  const { rows } = await sql<Row>`
    SELECT p.name, p.email, p.preferences, ${SECOND_FACTOR} AS second_factor,
           p.factor_proved_at IS NOT NULL AS ever,
           EXISTS (SELECT FROM person_session s
                    WHERE s.id = ${caller.session_id} AND s.second_factor_at IS NOT NULL) AS proven,
           EXISTS (SELECT FROM person_account a
                    WHERE a.user_id = p.id AND a.provider_id = 'credential') AS has_password,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('org', m.org, 'name', o.name, 'role', m.role)
                                      ORDER BY o.name, m.org), '[]')
              FROM member m JOIN organization o USING (org) WHERE m.user_id = p.id) AS memberships
      FROM person p WHERE p.id = ${caller.user_id}`.execute(database.db);
  const { ever, ...row } = rows[0] ?? refuse('token_invalid', 'the person is gone');
  const { second_factor: has, proven } = row;
  return {
    user_id: caller.user_id,
    ...row,
    may_set_up: maySetUp({ has, ever, proven }),
    session: { session_id: caller.session_id, expires_at: caller.session_ends.toISOString() },
  };
}

export const readMeHandler: Handler<typeof readMe> = (call, deps) => meOf(deps, call.caller);

export const changeMeHandler: Handler<typeof changeMe> = async (call, deps) => {
  const { name, preferences } = call.body;
  const named = name !== undefined && name !== call.caller.name;
  await sql`
    UPDATE person SET name = coalesce(${name ?? null}, name), updated_at = now(),
           preferences = preferences || ${JSON.stringify(preferences ?? {})}::jsonb
     WHERE id = ${call.caller.user_id}`.execute(deps.database.db);
  // The audit log shows people by the name that they have now.
  if (named) await noted(deps, call, 'person.renamed', '/me');
  return meOf(deps, call.caller);
};

const noted = (
  deps: Deps,
  {
    caller,
    request_id,
    ip,
  }: Pick<Call<unknown, unknown, unknown, PersonCaller>, 'caller' | 'request_id' | 'ip'>,
  action: SignInAction,
  by: string,
) => noteSignIn(deps, { action, user_id: caller.user_id, request_id, ip, by });

export const listMySessionsHandler: Handler<typeof listMySessions> = async (
  { caller },
  { database, clock },
) => {
  const rows = await database.db
    .selectFrom('person_session')
    .selectAll()
    .where('user_id', '=', caller.user_id)
    .where('expires_at', '>', new Date(clock.now()))
    .orderBy('updated_at', 'desc')
    .limit(100)
    .execute();
  return {
    sessions: rows.map((row) => ({
      session_id: row.id,
      current: row.id === caller.session_id,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.updated_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      device: deviceLabel(row.user_agent ?? undefined) ?? 'Unknown device',
      network: row.ip_address,
    })),
  };
};

export const endMySessionHandler: Handler<typeof endMySession> = async (call, deps) => {
  const { caller, params } = call;
  const mine = deps.database.db.deleteFrom('person_session').where('user_id', '=', caller.user_id);
  const gone = await (params.id === 'others'
    ? mine.where('id', '<>', caller.session_id)
    : mine.where('id', '=', params.id)
  )
    .returning('id')
    .execute();
  if (gone.length === 0 && params.id !== 'others') refuse('not_found', 'no such session');
  if (gone.length > 0) await noted(deps, call, 'person.sessions_ended', '/me/sessions');
  return { ended: gone.length };
};

export const acceptInvitationHandler: Handler<typeof acceptInvitation> = async (call, deps) => {
  const { caller, request_id, ip } = call;
  const at = new Date(deps.clock.now());
  await deps.database.db.transaction().execute(async (trx) => {
    const link = await openLinkRow(trx, call.body.code, at, { purposes: ['invitation'], use: true });
    await requireMaker(trx, link);
    // Thrown inside the transaction, so the invitation is not used up.
    if (plainEmail(link.email!) !== caller.email)
      refuse('scope_denied', 'another address', {
        message: `This invitation is for ${link.email}. Sign in with that account.`,
      });
    if (!(await join(trx, link.org, caller.user_id, link.role!))) return;
    const { actor, user_id: target } = caller;
    const { org, role } = link;
    await audit(trx, { org, actor, action: 'member.joined', target, request_id, ip, detail: { role } });
  });
  return meOf(deps, caller);
};
