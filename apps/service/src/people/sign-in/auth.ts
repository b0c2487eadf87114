import { passkey } from '@better-auth/passkey';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins';
import type { Kysely } from 'kysely';
import { randomBytes } from '../../chance.ts';
import type { Config } from '../../config.ts';
import type { Log } from '../../database/log.ts';
import type { Schema } from '../../database/schema.ts';
import { crockford, newId } from '../../ids.ts';
import { coarseAddress } from '../../network-address.ts';
import type { Envelope } from '../../privacy/envelope.ts';
import { AUTH_PATH, PROVIDER_ID, SIGN_IN_PAGE } from './auth-path.ts';
import { endOtherWays } from './link.ts';
import { identityProvider, requireInvited } from './provider.ts';
import { boundedScrypt } from './scrypt.ts';

/** A session ends after this much time without a call (interface §3). */
const IDLE_S = 12 * 3_600;
/** How often a call moves that end. */
const MOVES_S = 5 * 60;

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' };

/** Its tables and columns under our names. */
const MODELS = {
  user: {
    modelName: 'person',
    fields: { emailVerified: 'email_verified', ...TIMES },
  },
  session: {
    modelName: 'person_session',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      ...TIMES,
    },
    expiresIn: IDLE_S,
    updateAge: MOVES_S,
  },
  account: {
    modelName: 'person_account',
    fields: {
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...TIMES,
    },
  },
  verification: {
    modelName: 'person_challenge',
    fields: { expiresAt: 'expires_at', ...TIMES },
  },
};

/**
 * Sign-in, second factors, passkeys and sessions are better-auth's. Accounts are made by our own links alone, so
 * signing up is off. Its tables have our names; the schema is part of the migrations, because the service's role
 * may create nothing.
 */
export function openAuth(
  { base_url, oidc }: Pick<Config, 'base_url' | 'oidc'>,
  db: Kysely<Schema>,
  envelope: Pick<Envelope, 'subkey'>,
  log: Log,
) {
  const { origin, hostname } = new URL(base_url);
  return betterAuth({
    appName: 'Standpoint',
    baseURL: base_url,
    basePath: AUTH_PATH,
    trustedOrigins: [origin],
    secret: envelope.subkey('people').export().toString('base64url'),
    database: { db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, _message, ...facts) => tellFaults(log, facts) },
    // Guesses are counted in our own table, exactly and for all nodes.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 12,
      maxPasswordLength: 128,
      password: boundedScrypt(),
    },
    ...MODELS,
    onAPIError: { errorURL: SIGN_IN_PAGE, onError: passOn },
    advanced: {
      cookiePrefix: 'standpoint',
      useSecureCookies: base_url.startsWith('https:'),
      defaultCookieAttributes: { sameSite: 'strict', httpOnly: true, path: '/dashboard' },
      // The person comes back from another site, where a strict cookie stays behind. It only binds the way back.
      cookies: { state: { attributes: { sameSite: 'lax' } } },
      database: {
        generateId: ({ model }) => (model === 'user' ? newId('user') : crockford(randomBytes(20))),
      },
    },
    databaseHooks: hooksOf(db),
    plugins: [...(oidc ? [identityProvider(oidc)] : []), secondFactor(hostname), passkeys(hostname, origin)],
  });
}

/** Logs the faults that better-auth hides behind an error of its own. What callers did wrong is not logged here. */
function tellFaults(log: Log, facts: readonly unknown[]): void {
  for (const err of facts) {
    if (err instanceof Error && !(err instanceof APIError)) log.error({ err }, 'a fault of the sign-in');
  }
}

/** A fault of the database is answered by the table of errors, as it is everywhere: better-auth makes a 500 of it. */
function passOn(error: unknown): void {
  if (!(error instanceof APIError)) throw error;
}

const hooksOf = (db: Kysely<Schema>): BetterAuthOptions['databaseHooks'] => ({
  // Only an identity provider's sign-in makes a person here; all others come by our own links.
  user: { create: { before: (person) => requireInvited(db, person) } },
  account: {
    create: {
      before: async (account) => {
        if (account.providerId === PROVIDER_ID) await endOtherWays(db, account.userId);
        return withoutTokens(account);
      },
    },
    update: { before: withoutTokens },
  },
  session: {
    create: {
      // Sessions show where they are; the network is enough for that. One that follows another has its network.
      before: async (session) => ({ data: { ...session, ipAddress: networkOf(session.ipAddress) } }),
    },
  },
});

const secondFactor = (hostname: string) =>
  twoFactor({
    // A person who signs in at the identity provider has no password to show.
    allowPasswordless: true,
    issuer: hostname === 'localhost' ? 'Standpoint' : `Standpoint (${hostname})`,
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'person_two_factor',
        fields: {
          userId: 'user_id',
          backupCodes: 'backup_codes',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  });

const passkeys = (hostname: string, origin: string) =>
  passkey({
    rpID: hostname,
    rpName: 'Standpoint',
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    // The options only ask the browser for it. A key without its PIN would be one factor.
    registration: {
      afterVerification: ({ verification }) => requireVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) => requireVerified(verification.authenticationInfo.userVerified),
    },
    schema: {
      passkey: {
        modelName: 'person_passkey',
        fields: {
          userId: 'user_id',
          publicKey: 'public_key',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  });

function requireVerified(verified: boolean | undefined): void {
  if (!verified)
    throw new APIError('UNAUTHORIZED', {
      message: 'This passkey did not check who you are. Set a PIN or a fingerprint for it first',
    });
}

/** The provider's tokens have done their work when the person is in: what is not kept cannot leak. */
const withoutTokens = async (account: Record<string, unknown>) => ({
  data: { ...account, accessToken: null, refreshToken: null, idToken: null },
});

const networkOf = (address: string | null | undefined): string | null =>
  address ? (address.includes('/') ? address : coarseAddress(address)) : null;

export type Auth = ReturnType<typeof openAuth>;
