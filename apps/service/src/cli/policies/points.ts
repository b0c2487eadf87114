import { isIP } from 'node:net';
import type { Evidence, Position } from '@standpoint/contract';
import type { Policy } from '../../accounts/policies.ts';
import { decide } from '../../geolocation/decision/decision.ts';
import { type DecisionInput, NO_HISTORY, NO_ORIGIN } from '../../geolocation/decision/facts.ts';
import { hopsOf } from '../../geolocation/decision/policy.ts';
import { P95_FACTOR, p95Of } from '../../geolocation/decision/position.ts';
import { gather } from '../../geolocation/facts/gather.ts';
import type { Geography } from '../../geolocation/geodata/geography.ts';
import { SPOT_CHECKS, simulatedEvidence } from '../../geolocation/spot/evidence.ts';
import { LineError, numberIn, objectIn, pointIn, valueWords } from '../lines.ts';

export interface PointsPlan {
  policy: Policy | null;
  transaction_type: string;
  /** The time of the decision for points that have no `measured_at`. */
  now_ms: number;
  /** Also print skipped checks, and the inputs of every check. */
  full: boolean;
}

const PLATFORM = { p95: 'web', p68: 'android', rms: 'ios' } as const;
type Basis = keyof typeof P95_FACTOR;

const UNUSABLE: Record<string, string> = {
  accuracy_too_large: 'must be at most 100000 m at 95 %',
  accuracy_not_positive: 'must be above 0 on this basis',
};

/** Answers one line of `policies test --points`: from its text and number to the JSON text of the answer. */
export function pointsAnswer(geography: Pick<Geography, 'places' | 'network'>, plan: PointsPlan) {
  const chain = { hop: 0, retry_left: plan.policy ? hopsOf(plan.policy.definition) > 0 : true };
  return (text: string, line: number): string => {
    const value = objectIn(text);
    const address = addressIn(value);
    // A fix is decided as if it had just been made: the question is where it lies, not how old the file is.
    const now_ms = timeIn(value) ?? plan.now_ms;
    const input = gather(geography, {
      org: '',
      env: 'sandbox',
      evidence: evidenceOf(value, geography.places, now_ms),
      now_ms,
      transaction: { type: typeIn(value) ?? plan.transaction_type, expected_jurisdiction: null },
      install_id: null,
      ip: { address, source: address ? 'connection' : 'none', stamp: null },
      policy: plan.policy,
      chain,
      history: NO_HISTORY,
      origin: NO_ORIGIN,
    });
    return JSON.stringify({ line, ...pointAnswer(input, plan.full) });
  };
}

/** Evidence of a device at the line's point, with the accuracy on the line's basis. */
function evidenceOf(value: Record<string, unknown>, places: Geography['places'], now_ms: number): Evidence {
  const basis = basisIn(value);
  const spot = { ...pointIn(value), accuracy_m: numberIn(value, 'accuracy_m', 0, Number.MAX_VALUE) };
  const evidence = simulatedEvidence(places, spot, now_ms);
  evidence.platform = PLATFORM[basis];
  const position = evidence.positions[0] as Position;
  position.accuracy_basis = basis;
  const p95 = p95Of(position, evidence.platform);
  if (typeof p95 === 'string')
    throw new LineError(`accuracy_m: ${UNUSABLE[p95] ?? p95}, not ${spot.accuracy_m}`);
  return evidence;
}

/** The documented fields of a line's answer. */
function pointAnswer(input: DecisionInput, full: boolean) {
  const { decision, reason_codes, checks } = decide(input, SPOT_CHECKS);
  const ran = checks.filter(({ outcome }) => outcome !== 'skipped');
  return {
    decision,
    reasons: reason_codes,
    checks: full ? checks : ran.map(({ code, outcome, confidence }) => ({ code, outcome, confidence })),
    country: input.place?.country ?? null,
    subdivision: input.place?.subdivision ?? null,
    time_zone: input.place?.time_zone ?? null,
    p_inside: input.rule?.p_inside ?? null,
    signed_distance_m: input.rule?.signed_distance_m ?? null,
  };
}

function basisIn({ accuracy_basis = 'p95' }: Record<string, unknown>): Basis {
  if (typeof accuracy_basis === 'string' && Object.hasOwn(P95_FACTOR, accuracy_basis))
    return accuracy_basis as Basis;
  throw new LineError(
    `accuracy_basis: must be one of ${Object.keys(P95_FACTOR).join(', ')}, not ${valueWords(accuracy_basis)}`,
  );
}

export function addressIn({ ip }: Record<string, unknown>): string | null {
  if (ip === undefined || ip === null) return null;
  if (typeof ip === 'string' && isIP(ip) !== 0) return ip;
  throw new LineError(`ip: must be an IPv4 or IPv6 address, not ${valueWords(ip)}`);
}

function typeIn({ transaction_type }: Record<string, unknown>): string | null {
  if (transaction_type === undefined || transaction_type === null) return null;
  if (typeof transaction_type === 'string' && /^.{1,128}$/su.test(transaction_type))
    return transaction_type.toLowerCase();
  throw new LineError('transaction_type: must be text of 1 to 128 characters');
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

function timeIn({ measured_at }: Record<string, unknown>): number | null {
  if (measured_at === undefined || measured_at === null) return null;
  const ms = typeof measured_at === 'string' && INSTANT.test(measured_at) ? Date.parse(measured_at) : NaN;
  if (Number.isNaN(ms))
    throw new LineError(
      `measured_at: must be a time like 2026-01-31T12:00:00Z, not ${valueWords(measured_at)}`,
    );
  return ms;
}
