import type { Evidence, LocationStatusAnswer, locationStatus, PreflightClaims } from '@standpoint/contract';
import type { Policy } from '../../accounts/policies.ts';
import { limitPoll, longPoll, matchesEtag } from '../../calls/long-poll.ts';
import { Answer, type Call, type Deps, type TokenCaller } from '../../deps.ts';
import { shownNumber } from '../../handoff/phone.ts';
import { networkKey } from '../../network-address.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { exitsAnywhere } from '../decision/checks/ip-country.ts';
import type { HandoffFacts } from '../decision/facts.ts';
import { type ChosenPosition, choosePosition } from '../decision/position.ts';
import { greatCircleM } from '../geodata/places/great-circle.ts';
import { storedBundle } from '../verify/spent-answer.ts';
import { handoffOfToken, type LocationHandoff, nextChange, stateOf } from './records.ts';

const DONE = ['completed', 'denied', 'aborted', 'expired'];

/**
 * How far the phone is, for the device that asked. With `wait` and the current `since` it answers when there
 * is news. The token is not spent.
 */
export const locationStatusHandler: Handler<typeof locationStatus> = async (call, deps) => {
  const { jti } = call.caller.claims;
  const first = await readAsked(deps, call.caller);
  const name = (row: LocationHandoff) => stateOf(row, deps.clock.now());
  const row = await longPoll(deps, first, call.query, {
    org: call.caller.org,
    token_jti: jti,
    subject: first.handoff_id,
    version: ({ version }) => version,
    name,
    ended: (state) => DONE.includes(name(state)),
    nextChange,
    read: () => readAsked(deps, call.caller),
  });
  const status = statusOf(deps, row);
  const etag = `"${row.version}-${status.state}"`;
  if (matchesEtag(call.header('if-none-match'), etag))
    return new Answer(null, { status: 304, headers: { etag } });
  return new Answer(status, { headers: { etag } });
};

async function readAsked(deps: Deps, { org, env, claims }: TokenCaller): Promise<LocationHandoff> {
  const row = await handoffOfToken(deps.database.db, org, env, claims.jti);
  if (!row) {
    await limitPoll(deps, { org, token_jti: claims.jti }, 0);
    return refuse('handoff_not_found', 'no phone was asked with this token');
  }
  return row.left_at ? refuse('token_already_used', 'the asking device went on') : row;
}

function statusOf(deps: Deps, row: LocationHandoff): LocationStatusAnswer {
  const state = stateOf(row, deps.clock.now());
  const number = shownNumber(deps, { ...row, state });
  return {
    state,
    ...(number && { number }),
    ...(row.phone_label && { device_label: row.phone_label }),
    done: DONE.includes(state),
    version: row.version,
    poll_after_ms: 2_000,
  };
}

const PHONE = /Mobi|Android|iPhone|iPad|iPod/;

interface PhoneOutcome {
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
 * Reads what a phone found out for the holder of this token; null when no phone was asked. A phone that has not
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
    // A roaming phone's address would seem to be far from the desk; the place that it measured is not.
    country: exitsAnywhere(input.network.usage) ? (input.place?.country ?? null) : input.network.country,
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

/** A browser that is not itself a phone's. A person who said “this wasn’t me” is not asked again. */
export const phonePossible = (
  { header }: Pick<Call, 'header'>,
  { platform }: Evidence,
  before: PhoneOutcome | null,
): boolean =>
  platform === 'web' &&
  header('sec-ch-ua-mobile') !== '?1' &&
  !PHONE.test(header('user-agent') ?? '') &&
  !before?.facts?.denied;
