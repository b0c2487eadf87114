import type { Environment, VerifyBody } from '@standpoint/contract';
import type { Policy } from '../../accounts/policies.ts';
import type { Call, Deps, TokenCaller } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import { check } from '../../tokens/check.ts';
import { attestationBinding } from '../attestation/binding.ts';
import type { Proof } from '../attestation/found.ts';
import { type Opened, openSealed, withoutProof } from './payload.ts';

export type VerifyCall = Call<VerifyBody, unknown, unknown, TokenCaller>;

/** Opens what was sent to be judged. */
export async function openSent(
  deps: Deps,
  call: Pick<VerifyCall, 'body'>,
  { env }: { env: Environment },
): Promise<Opened> {
  const { payload, evidence } = call.body;
  const fail = (path: string, message: string) =>
    refuse('invalid_request', 'body', { fields: [{ path, message }] });
  if ((payload === undefined) === (evidence === undefined))
    fail('payload', 'is required (or evidence, in the sandbox)');
  if (payload !== undefined) return openSealed(deps.keys, env, payload);
  if (env !== 'sandbox') fail('evidence', 'is accepted in the sandbox only; seal it into payload');
  return { evidence: withoutProof(evidence!, null), core: null, integrity: null, header: null };
}

/**
 * The payload must be made for this very token and call: a payload for another one is somebody else's
 * recording.
 */
export function mustBelong(
  { evidence, header }: Opened,
  claims: { jti: string; origins?: readonly string[] },
  path: string,
): void {
  if (header && (header.sp_jti !== claims.jti || header.sp_htm !== 'POST' || header.sp_path !== path)) {
    refuse('challenge_mismatch', 'the sealed header names another token or call');
  }
  if (evidence.jti !== undefined && evidence.jti !== claims.jti)
    refuse('challenge_mismatch', 'the evidence names another token');
  if (evidence.purpose === 'collect') refuse('challenge_mismatch', 'made by collect(), not verify()');
  if (claims.origins && header?.sp_origin !== undefined && !claims.origins.includes(header.sp_origin)) {
    refuse('origin_not_allowed', `sealed on ${header.sp_origin}`);
  }
}

/**
 * An attestation binds the token and the evidence byte for byte; without the exact bytes there is nothing to
 * compare.
 */
export function proofOf(
  { core, integrity }: Opened,
  claims: { jti: string; attestation_challenge: string },
): Proof | undefined {
  if (core === null || integrity === null || integrity.kind === 'none') return undefined;
  return { integrity, binding: attestationBinding(claims, core), jti: claims.jti };
}

/**
 * The address in a valid stamp of the same customer; a bad stamp is as good as none. In verify it is a signal
 * only.
 */
export async function stampedAddress(
  deps: Deps,
  stamp: string | undefined,
  claims: { sub: string; org: string; env: Environment },
): Promise<string | null> {
  if (!stamp) return null;
  const context = {
    keys: deps.keys,
    issuers: [deps.config.base_url, deps.config.sandbox_base_url],
    now: deps.clock.now(),
    epoch: deps.epoch.current,
  };
  try {
    const found = await check<{ sub: string; org: string; env: string; ip: string }>(context, stamp, [
      'ip_stamp',
    ]);
    const { sub, org, env, ip } = found.claims;
    return sub === claims.sub && org === claims.org && env === claims.env ? ip : null;
  } catch {
    return null;
  }
}

/**
 * A policy that the token names is never replaced by a weaker default: without it nothing is decided, and
 * nothing spent.
 */
export async function policyOf(
  deps: Deps,
  { org, policy, transaction_type }: { org: string; policy?: string | null; transaction_type: string },
): Promise<Policy | null> {
  if (!policy) return deps.policies.forType(org, transaction_type);
  return (await deps.policies.byId(org, policy)) ?? refuse('policy_not_found', policy);
}
