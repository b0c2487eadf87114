import {
  type Endpoint,
  type ErrorCode,
  EXACT_LIMITS,
  type LimitKey,
  type LimitOverrides,
} from '@standpoint/contract';
import { takeGuess } from '../calls/guesses.ts';
import { limitOf } from '../calls/limits.ts';
import { takeForStranger, takeOrRefuse } from '../calls/take.ts';
import type { Caller, Deps } from '../deps.ts';
import { networkKey } from '../network-address.ts';
import { Refusal } from '../refuse.ts';

/** Refusals of callers that have proved nothing, unless the refusal says that the credential is genuine. */
const PROVES_NOTHING: readonly ErrorCode[] = [
  'api_key_missing',
  'api_key_invalid',
  'token_missing',
  'token_invalid',
];

/**
 * Counts a failed credential for the audit log of its organization, and against its address, which gets 429
 * once it has failed too often. A good credential does not come here, so no failures of others from its
 * address can refuse it.
 */
export async function limitFailures(deps: Deps, ip: string, error: unknown): Promise<never> {
  if (error instanceof Refusal && error.detail.of)
    deps.refused.note({ ...error.detail.of, code: error.code, ip });
  if (error instanceof Refusal && PROVES_NOTHING.includes(error.code) && !error.detail.genuine)
    await takeForStranger(deps, 'failed_credential', networkKey(ip));
  throw error;
}

interface Counted {
  caller: Caller;
  ip: string;
  /** The organization's own numbers, which come before the operator's. */
  own: LimitOverrides | undefined;
}

/** Enforces the endpoint's limits. Returns nothing to wait for where they are counted in memory. */
export function enforceLimits(deps: Deps, endpoint: Endpoint, call: Counted): Promise<void> | undefined {
  const { limit, limit_by, customer_limit } = endpoint;
  if (limit === 'none') return;
  const { caller, own } = call;
  const ofAddress = limit_by === 'address';
  const bucket = (ofAddress ? null : credentialOf(caller)) ?? networkKey(call.ip);
  // An address is no organization's: only the operator sets its limits.
  const first = take(deps, limit, bucket, ofAddress ? undefined : own);
  if (!customer_limit || caller.kind !== 'preflight' || caller.env !== 'production') return first;
  const second = () => take(deps, customer_limit, `${caller.org}|${String(caller.claims.sub)}`, own);
  return first ? first.then(second) : second();
}

function take(
  deps: Deps,
  name: LimitKey,
  bucket: string,
  own: LimitOverrides | undefined,
): Promise<void> | undefined {
  const taken = { name, bucket, limit: limitOf(name, own, deps.address_limits) };
  return EXACT_LIMITS.includes(name) ? takeGuess(deps, taken) : takeOrRefuse(deps.limiter, taken);
}

function credentialOf(caller: Caller): string | null {
  if ('key_id' in caller) return caller.key_id;
  return 'claims' in caller ? caller.claims.jti : null;
}
