import { createHmac } from 'node:crypto';
import type { Limit } from '@standpoint/contract';
import { sql } from 'kysely';
import { takeGuess } from '../../calls/guesses.ts';
import { limitOf } from '../../calls/limits.ts';
import type { Deps } from '../../deps.ts';
import { networkKey } from '../../network-address.ts';
import { plainEmail } from '../plain-email.ts';

/** People behind one address share it: it may fail more often than one account from there. */
const PEOPLE_BEHIND_AN_ADDRESS = 6;

/**
 * Takes one attempt from the account, as guessed from this network, and from the network. The second factor is what
 * holds against guesses from many networks. Returns what gives the attempt back once it has proved to be right.
 */
export async function takeSignIn(
  deps: Pick<Deps, 'database' | 'clock' | 'envelope' | 'address_limits'>,
  ip: string,
  /**
   * Of the account. `challenge`, `provider`: of no account yet, and each counted apart, so that a page that
   * asks for many closes no sign-in.
   */
  of: { email: unknown } | 'challenge' | 'provider' = { email: undefined },
): Promise<() => Promise<void>> {
  const limit = limitOf('sign_in', deps.address_limits);
  if (!limit) return async () => {};
  const network = networkKey(ip);
  const taken: { bucket: string; limit: Limit }[] = [
    {
      bucket: typeof of === 'string' ? `${network}|${of}` : network,
      limit: {
        rate: limit.rate * PEOPLE_BEHIND_AN_ADDRESS,
        burst: limit.burst * PEOPLE_BEHIND_AN_ADDRESS,
      },
    },
  ];
  const email = typeof of === 'string' ? undefined : of.email;
  if (typeof email === 'string') {
    const account = createHmac('sha256', deps.envelope.subkey('sign-in')).update(plainEmail(email));
    taken.push({ bucket: `${network}|${account.digest('base64url')}`, limit });
  }
  for (const each of taken) await takeGuess(deps, { name: 'sign_in', ...each });
  return async () => {
    for (const { bucket, limit: of } of taken)
      await sql`
        UPDATE guess_bucket SET tat = tat - ${1_000 / of.rate}::float8 * interval '1 ms'
         WHERE bucket = ${`sign_in|${bucket}`}`.execute(deps.database.db);
  };
}
