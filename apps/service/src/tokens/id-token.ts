import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';

/** How long an identity provider may take for an answer. */
const PATIENCE_MS = 8_000;

/** What is needed of a provider's discovery document (OpenID Connect Discovery 1.0). */
interface Provider {
  keys: ReturnType<typeof createRemoteJWKSet>;
  userinfo: string | null;
}

const providers = new Map<string, Promise<Provider>>();

/** The provider's keys, looked up once. What fails is looked up again. */
function providerOf(issuer: string): Promise<Provider> {
  const known = providers.get(issuer);
  if (known) return known;
  const found = discover(issuer);
  providers.set(issuer, found);
  found.catch(() => providers.delete(issuer));
  return found;
}

export const discoveryOf = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

/** Reads the provider's discovery document; throws when it does not answer, or calls itself by another name. */
export async function discover(issuer: string): Promise<Provider> {
  const response = await fetch(discoveryOf(issuer), { signal: AbortSignal.timeout(PATIENCE_MS) });
  const document = (await response.json()) as Record<string, unknown>;
  if (document.issuer !== issuer) throw new Error(`the provider calls itself ${document.issuer}`);
  const { jwks_uri, userinfo_endpoint } = document;
  if (typeof jwks_uri !== 'string') throw new Error('the provider names no keys');
  return {
    keys: createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: PATIENCE_MS }),
    userinfo: typeof userinfo_endpoint === 'string' ? userinfo_endpoint : null,
  };
}

/**
 * The claims of an ID token (OpenID Connect Core 1.0 §3.1.3.7): signed by a key of the provider, by it, for us, and
 * not over. Claims that the token leaves out are read from the user info of the same subject. Throws with a reason for
 * the operator.
 */
export async function identityOf(
  { issuer, client_id }: { issuer: string; client_id: string },
  { id_token, access_token }: { id_token: string; access_token: string | undefined },
): Promise<JWTPayload> {
  const { keys, userinfo } = await providerOf(issuer);
  // Symmetric algorithms and `none` are left out: a key of theirs could be one that others know.
  const { payload } = await jwtVerify(id_token, keys, {
    issuer,
    audience: client_id,
    algorithms: ['RS256', 'PS256', 'ES256', 'ES384', 'RS384', 'RS512', 'EdDSA'],
    requiredClaims: ['sub', 'exp', 'iat'],
    clockTolerance: 60,
  });
  // A token for several parties has to have been asked for by us.
  if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== client_id)
    throw new Error('the ID token was made for another party');
  if (payload.email !== undefined || !userinfo || !access_token) return payload;
  const response = await fetch(userinfo, {
    headers: { authorization: `Bearer ${access_token}` },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const more = (await response.json()) as JWTPayload;
  if (more.sub !== payload.sub) throw new Error('the user info is of another subject');
  return { ...more, ...payload };
}
