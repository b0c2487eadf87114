import type { FaceResultClaims, VerificationClaims } from '@standpoint/contract';
import { base64url, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import type { Settings } from './config.ts';
import { ResultTokenError, type ResultTokenFault } from './errors.ts';
import {
  audienceOf,
  decisionsOfFaceResult,
  decisionsOfVerification,
  type FaceResultExpectation,
  type ResultExpectation,
  type VerificationExpectation,
} from './result-expectation.ts';
import type { SigningKeys } from './signing-keys.ts';

type ResultClaims = VerificationClaims | FaceResultClaims;

const MAX_LENGTH = 12_288;
const SKEW_S = 30;

const refuse = (...about: ConstructorParameters<typeof ResultTokenError>): never => {
  throw new ResultTokenError(...about);
};

/** Libraries accept several spellings of the same bytes, but a token has only one (RFC 7515 §2). */
const isCanonical = (part: string): boolean =>
  part !== '' && base64url.encode(base64url.decode(part)) === part;

const headerOf = (token: unknown): Record<string, unknown> => {
  const parts = typeof token === 'string' && token.length <= MAX_LENGTH ? token.split('.') : [];
  try {
    if (parts.length === 3 && parts.every(isCanonical)) return { ...decodeProtectedHeader(token as string) };
  } catch {
    // A header that cannot be decoded is malformed too.
  }
  return refuse('malformed');
};

const checkHeader = ({ alg, kid, typ, ...others }: Record<string, unknown>, expected: string): void => {
  if (alg !== 'EdDSA' || typeof kid !== 'string' || Object.keys(others).length > 0) {
    refuse('malformed', 'the header is not exactly {alg: EdDSA, typ, kid}');
  }
  if (typ !== expected) refuse('wrong_type', String(typ));
};

/** Issued in the future, by this machine's clock. */
const isEarly = (error: unknown): boolean =>
  error instanceof errors.JWTClaimValidationFailed &&
  error.claim === 'iat' &&
  error.reason === 'check_failed';

/** Our name for an error of jose; undefined when the error is not about the token. */
const faultOf = (error: unknown): ResultTokenFault | undefined => {
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'bad_signature';
  if (error instanceof errors.JWKSNoMatchingKey) return 'unknown_key';
  if (error instanceof errors.JWTExpired && error.claim === 'iat') return 'too_old';
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'iss') return 'wrong_issuer';
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'exp') return 'expired';
  return error instanceof errors.JOSEError ? 'malformed' : undefined;
};

/** What to do about it, where the message of jose does not tell. */
const adviceOn = (error: errors.JOSEError, settings: Settings): string => {
  const { claim, payload } = error as errors.JWTClaimValidationFailed;
  if (claim === 'iss')
    return `the token is from ${payload.iss}, and this client asks ${settings.issuer}: use one address in both`;
  if (isEarly(error)) return 'it was issued after the time of this machine’s clock: set the clock';
  return error.message;
};

/**
 * Checks form, type, key, signature, issuer and times (RFC 7519, RFC 8725), then organization and customer.
 */
const openResult = async <C extends ResultClaims>(
  settings: Settings,
  keys: SigningKeys,
  token: string,
  typ: string,
  expected: ResultExpectation,
): Promise<C> => {
  const audience = audienceOf(settings, expected);
  checkHeader(headerOf(token), typ);
  const { payload } = await jwtVerify(token, keys.find, {
    algorithms: ['EdDSA'],
    issuer: settings.issuer,
    requiredClaims: ['exp'],
    clockTolerance: SKEW_S,
    // Always set, because only then jose refuses tokens that were issued in the future.
    maxTokenAge: Math.min(expected.maxAgeSeconds ?? Number.MAX_VALUE, Number.MAX_VALUE),
  }).catch((error) => {
    const fault = faultOf(error);
    throw fault ? new ResultTokenError(fault, adviceOn(error, settings)) : error;
  });
  const claims = payload as unknown as C;
  if (claims.aud !== audience)
    refuse('wrong_audience', `the token is for ${claims.aud}, and this client is set to ${audience}`);
  if (claims.env !== 'production' && !(claims.env === 'sandbox' && expected.acceptSandbox === true)) {
    refuse('sandbox', 'acceptSandbox is not set');
  }
  if (claims.sub !== expected.customer_id) refuse('wrong_customer');
  if (typeof claims.jti !== 'string' || !claims.jti) refuse('malformed', 'without a jti');
  return claims;
};

/** Consumes the token. This comes last, so that a refused token stays unused. */
const accept = async <C extends ResultClaims>(
  claims: C,
  decisions: readonly string[],
  { store }: ResultExpectation,
): Promise<C> => {
  if (!decisions.includes(claims.decision)) refuse('wrong_decision', claims.decision);
  const expiresAt = new Date((claims.exp + SKEW_S) * 1_000);
  // A store that returns nothing has not confirmed the first use.
  if ((await store.consume(claims.jti, expiresAt)) !== true)
    refuse('consumed', 'this token was accepted before');
  return claims;
};

/** Checks the result token of a `verify()` offline, for one purpose and one use. */
export const checkVerification = async (
  settings: Settings,
  keys: SigningKeys,
  token: string,
  expected: VerificationExpectation,
): Promise<VerificationClaims> => {
  const decisions = decisionsOfVerification(expected);
  const claims = await openResult<VerificationClaims>(settings, keys, token, 'verification+jwt', expected);
  const { transaction_type, transaction_id } = claims;
  // The service ignores case: `Deposit` and `deposit` are one type.
  if (transaction_type?.toLowerCase() !== expected.transaction_type.toLowerCase()) {
    refuse('wrong_transaction_type', transaction_type);
  }
  if (expected.transaction_id !== undefined && transaction_id !== expected.transaction_id) {
    refuse('wrong_transaction');
  }
  return accept(claims, decisions, expected);
};

/** Checks the result token of a face session with `client_result: decision` in the same way. */
export const checkFaceResult = async (
  settings: Settings,
  keys: SigningKeys,
  token: string,
  expected: FaceResultExpectation,
): Promise<FaceResultClaims> => {
  const decisions = decisionsOfFaceResult(expected);
  const claims = await openResult<FaceResultClaims>(settings, keys, token, 'face-result+jwt', expected);
  if (claims.workflow_id !== expected.workflow_id) refuse('wrong_workflow', claims.workflow_id);
  return accept(claims, decisions, expected);
};
