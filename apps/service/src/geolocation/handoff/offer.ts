import { createHmac, type KeyObject } from 'node:crypto';
import type { Environment, HandoffOffer, PreflightClaims } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { codeHmac, codeUrl } from '../../handoff/short-code.ts';
import { crockford, newId } from '../../ids.ts';
import type { Envelope } from '../../privacy/envelope.ts';
import { sealJson } from '../../privacy/envelope.ts';
import type { Minted } from '../../tokens/mint.ts';
import type { Decision } from '../decision/decision.ts';
import type { DecisionInput } from '../decision/facts.ts';
import type { Person } from '../preflight/person.ts';
import type { Extra } from '../records/verification-records.ts';
import { contextAad, type HandoffContext, handoffOfToken } from './records.ts';

const CODE_LIFE_S = 600;

/** The reasons that a phone can cure: it has a satellite receiver and a permission prompt of its own. */
const CURABLE: ReadonlySet<string> = new Set([
  'permission_denied',
  'permission_blocked_by_policy',
  'position_unavailable',
  'position_timeout',
  'position_stale',
  'position_in_future',
  'precise_location_off',
  'accuracy_too_low',
  'border_uncertain',
  'attestation_missing',
  'attestation_unavailable',
  'override_suspected',
]);

/** Whether this answer comes with a code for a phone. */
export const offersHandoff = (decision: Decision, { origin, policy }: DecisionInput): boolean =>
  decision.decision === 'retry' &&
  origin.phone_possible &&
  policy.definition.handoff?.on !== false &&
  decision.reason_codes.some((code) => CURABLE.has(code));

/**
 * The code that goes with a token, 80 bits: made from the token's id under the service's key, so that a lost
 * answer can be given again although the code itself is stored nowhere.
 */
export const codeOf = (envelope: Envelope, next_jti: string): string =>
  crockford(createHmac('sha256', envelope.subkey('location-code')).update(next_jti).digest().subarray(0, 10));

const offered = (deps: Deps, next_jti: string, expires_at: Date): HandoffOffer => {
  const code = codeOf(deps.envelope, next_jti);
  return { code, url: codeUrl(deps.config, code), expires_at: expires_at.toISOString() };
};

interface Asked {
  claims: PreflightClaims;
  person: Person;
  device_label: string;
  now_ms: number;
  next: Minted;
  input: DecisionInput;
  /** The customer's data key. */
  key: KeyObject;
}

/** The code of a hand-off, and its row as `extra` of the verification that answers with it. */
export function offerHandoff(deps: Deps, asked: Asked): { handoff: HandoffOffer; extra: Extra } {
  const { claims, next, now_ms, input } = asked;
  const { org, env } = claims;
  const handoff_id = newId('handoff', now_ms);
  const expires_ms = next.exp * 1_000;
  const life_s = input.policy.definition.handoff?.code_life_s ?? CODE_LIFE_S;
  const code_expires_at = new Date(Math.min(now_ms + life_s * 1_000, expires_ms));
  const handoff = offered(deps, next.jti, code_expires_at);
  const context: HandoffContext = {
    customer_id: claims.customer_id,
    transaction: {
      type: claims.transaction_type,
      name: claims.transaction_name,
      id: claims.transaction_id,
      expected_jurisdiction: claims.expected_jurisdiction,
    },
    policy: claims.policy ?? null,
    person: asked.person,
    device_label: asked.device_label,
    country: input.network.country,
  };
  const sealed = sealJson(asked.key, context, contextAad(org, env, handoff_id));
  return {
    handoff,
    extra: {
      handoff_offered: {
        next_jti: next.jti,
        handoff_id,
        code_hmac: `\\x${codeHmac(deps.envelope, handoff.code).toString('hex')}`,
        root_jti: claims.root_jti ?? claims.jti,
        context_sealed: `\\x${sealed.toString('hex')}`,
        confirm: input.policy.definition.handoff?.confirm ?? 'number',
        created_at: new Date(now_ms).toISOString(),
        code_expires_at: code_expires_at.toISOString(),
        expires_at: new Date(expires_ms).toISOString(),
      },
    },
  };
}

/** The code that was offered with a token, for an answer that is given again. */
export async function offeredWith(
  deps: Deps,
  org: string,
  env: Environment,
  next_jti: string,
): Promise<HandoffOffer | undefined> {
  const row = await handoffOfToken(deps.database.db, org, env, next_jti);
  return row && offered(deps, next_jti, row.code_expires_at);
}
