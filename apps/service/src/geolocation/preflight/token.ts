import type { Environment, PreflightClaims } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { newJti } from '../../ids.ts';
import { type Minted, mint } from '../../tokens/mint.ts';
import { attestationChallenge } from './attestation-challenge.ts';
import { openPerson, type Person, sealPerson } from './person.ts';

/** Longest life of a retry chain, counted from its first token. */
export const CHAIN_LIFE_S = 900;
/** With less time left than this, a next token would expire before the person could use it. */
const CHAIN_REST_S = 30;

interface PreflightTransaction {
  customer_id: string;
  transaction_type: string;
  transaction_name?: string;
  transaction_id?: string;
  expected_jurisdiction?: { country: string; subdivision?: string };
  sdk: '0.3' | '0.5';
  install_id?: string;
  policy?: string;
  origins?: string[];
}

interface PreflightMint {
  env: Environment;
  org: string;
  iss: string;
  life_s: number;
  jti?: string;
  person: Person;
  chain?: { root_jti: string; root_iat: number; hop: number };
}

/** Mints a preflight token. It writes nothing: a jti that the ledger does not know is unspent. */
export function mintPreflight(deps: Deps, context: PreflightMint, transaction: PreflightTransaction): Minted {
  const jti = context.jti ?? newJti();
  const payload = deps.keys.of(context.env).payload;
  const { kid, x, y } = payload.public_jwk as { kid: string; x: string; y: string };
  const { env, org, iss, life_s, chain } = context;
  const not_after = chain && chain.root_iat + CHAIN_LIFE_S;
  return mint(
    deps.keys,
    'preflight',
    { env, org, iss, now: deps.clock.now(), life_s, not_after, jti },
    {
      sub: transaction.customer_id,
      ...transaction,
      attestation_challenge: attestationChallenge(jti),
      epoch: deps.epoch.current(),
      enc: { kid, x, y },
      pii: sealPerson(deps.envelope.subkey('pii'), context.person, jti),
      ...chain,
    },
  );
}

const rootIat = (claims: PreflightClaims): number => claims.root_iat ?? claims.iat;

/** Whether the chain has time for one more token. */
export const chainHasTime = (claims: PreflightClaims, now_ms: number): boolean =>
  rootIat(claims) + CHAIN_LIFE_S - now_ms / 1000 > CHAIN_REST_S;

/** Mints a fresh single-use token of the same customer, transaction, install, policy and origins. */
export function mintNext(
  deps: Deps,
  claims: PreflightClaims,
  life_s: number = claims.exp - claims.iat,
): Minted {
  const { env, org, iss } = claims;
  const person = openPerson(deps.envelope.subkey('pii'), claims.pii, claims.jti);
  const chain = {
    root_jti: claims.root_jti ?? claims.jti,
    root_iat: rootIat(claims),
    hop: (claims.hop ?? 0) + 1,
  };
  return mintPreflight(deps, { env, org, iss, life_s, person, chain }, transactionOf(claims));
}

/** The claims that every token of a chain carries on. */
const transactionOf = (claims: PreflightClaims): PreflightTransaction => ({
  customer_id: claims.customer_id,
  transaction_type: claims.transaction_type,
  transaction_name: claims.transaction_name,
  transaction_id: claims.transaction_id,
  expected_jurisdiction: claims.expected_jurisdiction,
  sdk: claims.sdk,
  install_id: claims.install_id,
  policy: claims.policy,
  origins: claims.origins,
});
