import { type Kysely, sql } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import type { Schema } from '../../database/schema.ts';
import { PROVIDER_CALLBACK } from './auth-path.ts';
import { type ProviderAnswer, providerAnswer } from './provider.ts';

type Db = Kysely<Schema>;
type Ended = ProviderAnswer['ended'][number];

/**
 * Before an account of the identity provider is linked to a person. The provider has proved the address; the password
 * and factors of before have not: whoever had the invitation's link chose them, which without mail is whoever made the
 * link. They would share the account with its owner from now on, so they end.
 *
 * An authenticator app opens nothing by itself. It stays unless the provider proved a second factor too: a password of
 * the provider that was stolen must not be enough to take a member's factor away.
 */
export async function endOtherWays(db: Db, user_id: string): Promise<void> {
  const answer = providerAnswer.getStore();
  const ended = await db.transaction().execute(async (trx) => {
    // A sign-in that is being checked meanwhile waits with its session, and then finds its password gone.
    await sql`SELECT FROM person WHERE id = ${user_id} FOR UPDATE`.execute(trx);
    const gone = await endWays(trx, user_id, answer?.mfa === true);
    if (gone.length > 0) await noteLink(trx, user_id, gone, answer);
    return gone;
  });
  if (answer) answer.ended = ended;
}

async function endWays(trx: Db, user_id: string, app_too: boolean): Promise<Ended[]> {
  const gone: Ended[] = [];
  const end = async (what: Ended, table: 'person_account' | 'person_passkey' | 'person_two_factor') => {
    const rows = await trx.deleteFrom(table).where('user_id', '=', user_id).returning('id').execute();
    if (rows.length > 0) gone.push(what);
  };
  await end('password', 'person_account');
  await end('passkeys', 'person_passkey');
  if (app_too) {
    await end('app', 'person_two_factor');
    await trx.updateTable('person').set({ two_factor_enabled: false }).where('id', '=', user_id).execute();
  }
  await trx.deleteFrom('person_session').where('user_id', '=', user_id).execute();
  // Sign-ins under way, and links for a new password.
  await trx.deleteFrom('person_challenge').where('value', '=', user_id).execute();
  await trx.deleteFrom('person_link').where('user_id', '=', user_id).where('used_at', 'is', null).execute();
  return gone;
}

async function noteLink(
  trx: Db,
  user_id: string,
  ended: Ended[],
  answer: ProviderAnswer | undefined,
): Promise<void> {
  const rows = await trx.selectFrom('member').select('org').where('user_id', '=', user_id).execute();
  for (const { org } of rows)
    await audit(trx, {
      org,
      actor: `user:${user_id}`,
      action: 'person.linked',
      target: user_id,
      request_id: answer?.request_id ?? null,
      ip: answer?.ip ?? null,
      detail: { by: PROVIDER_CALLBACK, ended },
    });
}
