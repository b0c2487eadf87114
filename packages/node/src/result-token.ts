import type { FaceResultClaims, VerificationClaims } from '@standpoint/contract';
import type { Settings } from './config.ts';
import { ResultTokenError } from './errors.ts';
import type { SigningKeys } from './signing-keys.ts';

export interface ResultExpectation {
  /** Whom your session says the person is: a token of somebody else proves nothing about them. */
  customer_id: string;
  /** Your organization (`org_…`); the client's own when absent. */
  audience?: string;
  maxAgeSeconds?: number;
  /** Sandbox results are made up on request; only a test system may believe them. */
  acceptSandbox?: boolean;
  /**
   * Consumes the token: true when this `jti` is seen for the first time. Do it with one conditional insert, and
   * keep the row until `expiresAt`.
   */
  consume?: (jti: string, expiresAt: Date) => boolean | Promise<boolean>;
}

export interface VerificationExpectation extends ResultExpectation {
  /** What was given to `preflight`; a token of another transaction is then refused. */
  transaction_id?: string;
}

interface ClaimsOf {
  'verification+jwt': VerificationClaims;
  'face-result+jwt': FaceResultClaims;
}

const SKEW_S = 30;

const refuse = (...about: ConstructorParameters<typeof ResultTokenError>): never => {
  throw new ResultTokenError(...about);
};

/** Bytes of canonical base64url: one text per value, so that no second spelling of a token passes (RFC 7515 §2). */
const bytesOf = (part: string): Uint8Array<ArrayBuffer> => {
  const bytes = /^[\w-]+$/.test(part)
    ? Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
    : refuse('malformed');
  const again = btoa(String.fromCharCode(...bytes));
  if (again.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '') !== part) refuse('malformed');
  return bytes;
};

const objectOf = (bytes: Uint8Array): Record<string, unknown> => {
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : refuse('malformed');
};

const split = (token: unknown) => {
  const parts = typeof token === 'string' && token.length <= 12_288 ? token.split('.') : [];
  if (parts.length !== 3) refuse('malformed');
  try {
    const [header, claims, signature] = parts.map(bytesOf);
    return { header: objectOf(header!), claims: objectOf(claims!), signature: signature! };
  } catch {
    return refuse('malformed');
  }
};

const checkHeader = (header: Record<string, unknown>, typ: string): string => {
  const { alg, kid } = header;
  if (Object.keys(header).sort().join() !== 'alg,kid,typ' || alg !== 'EdDSA' || typeof kid !== 'string') {
    refuse('malformed', 'the header is not exactly {alg: EdDSA, typ, kid}');
  }
  if (header.typ !== typ) refuse('wrong_type', String(header.typ));
  return kid as string;
};

const checkClaims = (
  claims: VerificationClaims | FaceResultClaims,
  { issuer, organization }: Settings,
  expected: VerificationExpectation,
): void => {
  const now = Date.now() / 1_000;
  const { iat, exp } = claims;
  if (claims.iss !== issuer) refuse('wrong_issuer', `${claims.iss}, not ${issuer}`);
  // Another organization of the same service could mint a genuine token for your customer's id.
  const audience = expected.audience ?? organization;
  if (!audience)
    throw new TypeError(
      'Set `organization` (org_…, npx standpoint orgs list): without it another organization’s token would pass',
    );
  if (claims.aud !== audience) refuse('wrong_audience', claims.aud);
  if (!(exp > now - SKEW_S)) refuse('expired');
  if (!(iat < now + SKEW_S)) refuse('malformed', 'issued in the future');
  if (!(iat > now - SKEW_S - (expected.maxAgeSeconds ?? Number.POSITIVE_INFINITY))) refuse('too_old');
  if (claims.env !== 'production' && !(claims.env === 'sandbox' && expected.acceptSandbox)) {
    refuse('sandbox', 'acceptSandbox is not set');
  }
  if (!expected.customer_id || claims.sub !== expected.customer_id) refuse('wrong_customer');
  if (expected.transaction_id !== undefined) {
    const { transaction_id } = claims as VerificationClaims;
    if (transaction_id !== expected.transaction_id) refuse('wrong_transaction');
  }
};

/**
 * Checks a result token offline (RFC 7519, RFC 8725): form, type, key, signature, issuer, audience, times,
 * environment, customer and transaction, then consumes its `jti`. Whoever calls it still has to look at `decision`.
 */
export const checkResultToken = async <T extends keyof ClaimsOf>(
  settings: Settings,
  keys: SigningKeys,
  token: string,
  typ: T,
  expected: VerificationExpectation,
): Promise<ClaimsOf[T]> => {
  const { header, claims, signature } = split(token);
  const kid = checkHeader(header, typ);
  const key = (await keys.find(kid)) ?? refuse('unknown_key', kid);
  const signed = new TextEncoder().encode(token.slice(0, token.lastIndexOf('.')));
  if (!(await crypto.subtle.verify('Ed25519', key, signature, signed))) refuse('bad_signature');
  const believed = claims as unknown as ClaimsOf[T];
  checkClaims(believed, settings, expected);
  if (expected.consume && !(await expected.consume(believed.jti, new Date(believed.exp * 1_000)))) {
    refuse('consumed');
  }
  return believed;
};
