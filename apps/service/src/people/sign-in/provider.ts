import { AsyncLocalStorage } from 'node:async_hooks';
import { APIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { type Kysely, sql } from 'kysely';
import type { Oidc } from '../../configuration/oidc.ts';
import type { Schema } from '../../database/schema.ts';
import { discoveryOf, identityOf } from '../../tokens/id-token.ts';
import { plainEmail } from '../plain-email.ts';
import { PROVIDER_ID } from './auth-path.ts';

/** What the identity provider said during one sign-in; better-auth keeps none of it. */
export interface ProviderAnswer {
  /** It proved a second factor. */
  mfa: boolean;
  /** The address that it named, in an answer that was checked. */
  email: string | null;
  /** Why its answer is not accepted, for the operator. */
  problem: string | null;
  /** What ended because this was the person's first sign-in there. */
  ended: ('password' | 'passkeys' | 'app')[];
  request_id: string;
  ip: string;
}
export const providerAnswer = new AsyncLocalStorage<ProviderAnswer>();

/** RFC 8176: `mfa`, or methods of two different kinds. */
const KINDS: Record<string, 'knows' | 'has' | 'is'> = {
  pwd: 'knows',
  pin: 'knows',
  kba: 'knows',
  otp: 'has',
  hwk: 'has',
  swk: 'has',
  sms: 'has',
  tel: 'has',
  sc: 'has',
  face: 'is',
  fpt: 'is',
  iris: 'is',
  vbm: 'is',
};
function claimsMfa(amr: unknown): boolean {
  if (!Array.isArray(amr)) return false;
  const kinds = new Set(amr.map((each) => KINDS[String(each)]).filter(Boolean));
  return amr.includes('mfa') || kinds.size > 1;
}

/** Sign-in at the operator's identity provider: authorization code with PKCE. The ID token is checked by us. */
export const identityProvider = (oidc: Oidc) =>
  genericOAuth({
    config: [
      {
        providerId: PROVIDER_ID,
        discoveryUrl: discoveryOf(oidc.issuer),
        issuer: oidc.issuer,
        clientId: oidc.client_id,
        clientSecret: oidc.client_secret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        getUserInfo: async ({ idToken, accessToken }) => {
          const answer = providerAnswer.getStore();
          try {
            if (!idToken) throw new Error('the provider sent no ID token');
            const claims = await identityOf(oidc, { id_token: idToken, access_token: accessToken });
            const { sub, email, email_verified, name } = claims;
            if (typeof email !== 'string') throw new Error('the provider names no e-mail address');
            if (answer) answer.email = plainEmail(email);
            if (answer) answer.mfa = oidc.mfa === 'always' || claimsMfa(claims.amr);
            const person = { id: sub!, email: plainEmail(email), emailVerified: email_verified === true };
            return { ...person, name: typeof name === 'string' && name ? name.slice(0, 80) : email };
          } catch (cause) {
            if (answer) answer.problem = (cause as Error).message;
            return null;
          }
        },
      },
    ],
  });

/** An account is made at the provider's word only for a person who was invited, under an address that it verified. */
export async function requireInvited(
  db: Kysely<Schema>,
  { email, emailVerified }: { email: string; emailVerified: boolean },
): Promise<void> {
  if (!emailVerified) throw new APIError('FORBIDDEN', { message: 'email not verified' });
  const { rows } = await sql`
    SELECT FROM person_link
     WHERE purpose = 'invitation' AND used_at IS NULL AND expires_at > now()
       AND lower(email) = ${plainEmail(email)} LIMIT 1`.execute(db);
  if (rows.length === 0) throw new APIError('FORBIDDEN', { message: 'not invited' });
}
