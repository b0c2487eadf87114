import type { Evidence, PreflightClaims } from '@standpoint/contract';
import type { Policy } from '../../accounts/policies.ts';
import type { Call, Deps } from '../../deps.ts';
import { networkKey } from '../../network-address.ts';
import type { HandoffFacts } from '../decision/facts.ts';
import { type ChosenPosition, choosePosition } from '../decision/position.ts';
import { greatCircleM } from '../geodata/places/great-circle.ts';
import { storedBundle } from '../verify/spent-answer.ts';
import { handoffOfToken, type LocationHandoff } from './records.ts';

const PHONE = /Mobi|Android|iPhone|iPad|iPod/;

export interface PhoneOutcome {
  facts: HandoffFacts | null;
  /** Where the phone stood, as judged there; absent when it has not finished. */
  position?: ChosenPosition | null;
}

/** The device that asked the phone, as it stands there now. */
interface Asker {
  evidence: Evidence;
  ip: string;
  /** Which policy decides for it. */
  policy: Policy | null;
}

/**
 * What a phone found out for the holder of this token; null when no phone was asked. A phone that has not
 * finished says nothing: the asker is judged alone.
 */
export async function phoneOutcome(
  deps: Deps,
  { org, env, jti }: PreflightClaims,
  { evidence, ip, policy }: Asker,
): Promise<PhoneOutcome | null> {
  const row = await handoffOfToken(deps.database.db, org, env, jti);
  if (!row) return null;
  if (row.state === 'denied') return { facts: { ...shared(row), bound: false, denied: true, phone: null } };
  if (row.state !== 'completed' || !row.verification_id) return { facts: null };
  const bundle = await storedBundle(deps, org, env, row.verification_id);
  if (!bundle) return { facts: null };
  const { input, decision } = bundle;
  const now_ms = deps.clock.now();
  const phone: HandoffFacts['phone'] = {
    verification_id: row.verification_id,
    decision: decision.decision,
    same_policy:
      input.policy.policy_id === (policy?.id ?? null) && input.policy.version === (policy?.version ?? 0),
    attestation: input.origin.attestation,
    platform: input.evidence.platform,
    country: input.network.country,
    asn: input.network.asn?.number ?? null,
    same_network: input.network.ip === null ? null : networkKey(input.network.ip) === networkKey(ip),
    distance_m: apartM(choosePosition(evidence, now_ms), input.position),
    age_ms: now_ms - input.now_ms,
  };
  // As it was when the phone's evidence was judged: a row that names a key proves nothing about that call.
  const bound = input.origin.handoff?.bound === true;
  return { facts: { ...shared(row), bound, denied: false, phone }, position: input.position };
}

const shared = (row: LocationHandoff) => ({
  side: 'asker' as const,
  number_confirmed: row.confirm === 'number' && row.confirmed_at !== null,
  second_redeemer: row.second_at !== null,
});

/** How far two devices are apart at least. */
function apartM(own: ChosenPosition | null, phone: ChosenPosition | null): number | null {
  if (!own || !phone) return null;
  return Math.max(0, Math.round(greatCircleM(own, phone) - own.p95_m - phone.p95_m));
}

/** A browser that is not itself a phone's. Who said “this wasn’t me” is not asked again. */
export const phonePossible = (
  { header }: Pick<Call, 'header'>,
  { platform }: Evidence,
  before: PhoneOutcome | null,
): boolean =>
  platform === 'web' &&
  header('sec-ch-ua-mobile') !== '?1' &&
  !PHONE.test(header('user-agent') ?? '') &&
  !before?.facts?.denied;
