import type { Environment, VerifyBody } from '@standpoint/contract';
import type { Policy } from '../../accounts/policies.ts';
import type { Call, Deps, TokenCaller } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import { check, checkContext } from '../../tokens/check.ts';
import { attestationBinding } from '../attestation/binding.ts';
import type { Proof } from '../attestation/proof.ts';
import { compileAhead } from '../facts/place.ts';
import { type Opened, openSealed, withoutProof } from './payload.ts';

export type VerifyCall = Call<VerifyBody, unknown, unknown, TokenCaller>;

/** Opens the evidence of the body: a sealed payload, or plain evidence in the sandbox. */
export async function openSent(
  deps: Deps,
  call: Pick<VerifyCall, 'body'>,
  { env }: { env: Environment },
): Promise<Opened> {
  const { payload, evidence } = call.body;
  const fail = (path: string, message: string) =>
    refuse('invalid_request', 'body', { fields: [{ path, message }] });
  if (payload !== undefined && evidence !== undefined)
    fail('evidence', 'is not accepted beside payload; send one of the two');
  if (payload === undefined && evidence === undefined)
    fail('payload', 'is required (or evidence, in the sandbox)');
  if (payload !== undefined) return openSealed(deps.keys, env, payload);
  if (env !== 'sandbox') fail('evidence', 'is accepted in the sandbox only; seal it into payload');
  return { evidence: withoutProof(evidence!, null), core: null, integrity: null, header: null };
}

/**
 * Refuses a payload that was not made for this token and this call: it may be another person's recording. 422
 * `challenge_mismatch` or 403 `origin_not_allowed`. The sandbox alone names the part that does not fit.
 */
export function mustBelong(
  { evidence, header }: Opened,
  claims: {
    jti: string;
    env: Environment;
    origins?: readonly string[];
    sdk?: '0.3' | '0.5';
    attestation_challenge?: string;
  },
  path: string,
): void {
  const wants = { 'header.sp_jti': claims.jti, 'header.sp_htm': 'POST', 'header.sp_path': path };
  const has = {
    'header.sp_jti': header?.sp_jti,
    'header.sp_htm': header?.sp_htm,
    'header.sp_path': header?.sp_path,
  };
  const other =
    header && (Object.keys(wants) as (keyof typeof wants)[]).find((name) => has[name] !== wants[name]);
  if (other) foreign(claims.env, other, `must be ${wants[other]}`);
  if (evidence.jti !== undefined && evidence.jti !== claims.jti)
    foreign(claims.env, 'core.jti', `must be ${claims.jti}`);
  if (
    claims.sdk === '0.3' &&
    (evidence.nonce ?? claims.attestation_challenge) !== claims.attestation_challenge
  )
    foreign(claims.env, 'core.nonce', 'must be the attestation_challenge of the token');
  if (evidence.purpose === 'collect')
    foreign(claims.env, 'core.purpose', 'must be verify; collect() made this');
  if (claims.origins && header?.sp_origin !== undefined && !claims.origins.includes(header.sp_origin)) {
    refuse('origin_not_allowed', `sealed on ${header.sp_origin}`);
  }
}

/** Refuses a payload that belongs to something else; `part` is what shows it. */
export function foreign(env: Environment, part: string, message: string): never {
  const told = env === 'sandbox' ? { fields: [{ path: `payload.${part}`, message }] } : {};
  return refuse('challenge_mismatch', `${part} ${message}`, told);
}

/**
 * The attestation with what it must be bound to: the token and the evidence, byte for byte. Undefined when no
 * attestation came, or when the exact bytes of the evidence are unknown.
 */
export function proofOf(
  { core, integrity }: Opened,
  claims: { jti: string; attestation_challenge: string },
): Proof | undefined {
  if (core === null || integrity === null || integrity.kind === 'none') return undefined;
  return { integrity, binding: attestationBinding(claims, core), jti: claims.jti };
}

interface StampClaims {
  sub: string;
  org: string;
  env: Environment;
  ip: string;
}

/** The claims of an IP stamp that collect() signed; throws a refusal like every check of a token. */
export async function checkStamp(deps: Deps, stamp: string): Promise<StampClaims> {
  return (await check<StampClaims>(checkContext(deps), stamp, ['ip_stamp'])).claims;
}

/** Whether the stamp was made for this customer, in this organization and environment. */
export const isStampOf = (stamp: StampClaims, customer: Omit<StampClaims, 'ip'>): boolean =>
  stamp.sub === customer.sub && stamp.org === customer.org && stamp.env === customer.env;

/**
 * The address in a valid stamp of this customer, else null. A bad stamp counts as none, because in verify the
 * stamp is only a signal.
 */
export async function stampedAddress(
  deps: Deps,
  stamp: string | undefined,
  customer: Omit<StampClaims, 'ip'>,
): Promise<string | null> {
  if (!stamp) return null;
  try {
    const claims = await checkStamp(deps, stamp);
    return isStampOf(claims, customer) ? claims.ip : null;
  } catch {
    return null;
  }
}

/**
 * The policy to decide by. When the policy that the caller names is gone, the call is refused with 404
 * `policy_not_found` and nothing is spent: a weaker default must never replace it.
 */
export async function policyOf(
  deps: Deps,
  { org, policy, transaction_type }: { org: string; policy?: string | null; transaction_type: string },
): Promise<Policy | null> {
  const found = policy
    ? ((await deps.policies.byId(org, policy)) ?? refuse('policy_not_found', policy))
    : await deps.policies.forType(org, transaction_type);
  if (found) await compileAhead(deps, found.definition, org);
  return found;
}
