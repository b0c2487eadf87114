import { sql } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import type { Deps } from '../../deps.ts';
import { plainEmail } from '../plain-email.ts';

/** What happens to a person's sign-in, in the audit log of every organization they belong to. */
export type SignInAction =
  | 'person.password_accepted'
  | 'person.provider_accepted'
  | 'person.linked'
  | 'person.signed_in'
  | 'person.sign_in_refused'
  | 'person.signed_out'
  | 'person.sessions_ended'
  | 'person.renamed'
  | 'person.password_changed'
  | 'person.second_factor_added'
  | 'person.second_factor_removed'
  | 'person.authenticator_key_made'
  | 'person.backup_codes_renewed';

const MEANS: Record<string, SignInAction> = {
  '/two-factor/verify-backup-code': 'person.signed_in',
  '/passkey/verify-authentication': 'person.signed_in',
  '/sign-out': 'person.signed_out',
  '/change-password': 'person.password_changed',
  '/two-factor/enable': 'person.authenticator_key_made',
  '/passkey/verify-registration': 'person.second_factor_added',
  '/two-factor/disable': 'person.second_factor_removed',
  '/passkey/delete-passkey': 'person.second_factor_removed',
  '/two-factor/generate-backup-codes': 'person.backup_codes_renewed',
};

/** What a success of the route means; `adds`: of a person who had no second factor of their own until now. */
export function successOf(path: string, adds: boolean): SignInAction | null {
  if (path === '/two-factor/verify-totp') return adds ? 'person.second_factor_added' : 'person.signed_in';
  return MEANS[path] ?? null;
}

export interface Happened {
  action: SignInAction;
  /**
   * One of the two names the person. An address counts only where no person is signed in, because the caller
   * chose it.
   */
  user_id?: string;
  email?: unknown;
  request_id: string;
  ip: string;
  /** The route, such as `/passkey/verify-authentication`. */
  by: string;
  /** The code of a refusal. */
  why?: string | undefined;
}

/** Writes it for each of the person's organizations; nothing for a person who is not known. */
export async function noteSignIn({ database }: Pick<Deps, 'database'>, happened: Happened): Promise<void> {
  const { action, user_id, email, request_id, ip, by, why } = happened;
  const address = typeof email === 'string' ? plainEmail(email) : null;
  const { rows } = await sql<{ org: string; user_id: string }>`
    SELECT m.org, m.user_id FROM person p JOIN member m ON m.user_id = p.id
     WHERE ${user_id ? sql`p.id = ${user_id}` : sql`p.email = ${address}`}`.execute(database.db);
  for (const row of rows)
    await audit(database.db, {
      org: row.org,
      actor: `user:${row.user_id}`,
      action,
      target: row.user_id,
      outcome: action === 'person.sign_in_refused' ? 'refused' : 'ok',
      request_id,
      ip,
      detail: { by, ...(why && { why }) },
    });
}
