import type { LocationHandoffClaims } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { type Minted, mint } from '../../tokens/mint.ts';
import { attestationChallenge } from '../preflight/attestation-challenge.ts';
import type { LocationHandoff } from './records.ts';

/** Tries of the phone, the first included. */
export const PHONE_TRIES = 3;

/** A hand-off JWT with scope `location`: good for one decision, and for nothing of a face session. */
export function mintLocationHandoff(
  deps: Deps,
  row: Pick<LocationHandoff, 'org' | 'env' | 'handoff_id' | 'bound_jkt' | 'token_expires_at'>,
  token: { iss: string; jti: string; hop: number; now_ms: number },
): Minted {
  const { org, env, handoff_id, bound_jkt } = row;
  const { kid, x, y } = deps.keys.of(env).payload.public_jwk as { kid: string; x: string; y: string };
  const claims: Pick<
    LocationHandoffClaims,
    'scope' | 'handoff_id' | 'hop' | 'attestation_challenge' | 'enc' | 'cnf' | 'epoch'
  > = {
    scope: 'location',
    handoff_id,
    hop: token.hop,
    attestation_challenge: attestationChallenge(token.jti),
    enc: { kid, x, y },
    ...(bound_jkt && { cnf: { jkt: bound_jkt } }),
    epoch: deps.epoch.current(),
  };
  const not_after = Math.floor(row.token_expires_at!.getTime() / 1_000);
  return mint(
    deps.keys,
    'handoff',
    { org, env, iss: token.iss, now: token.now_ms, not_after, jti: token.jti },
    claims,
  );
}
