import type { Deps } from '../../deps.ts';
import { androidOrigin } from '../attestation/android-key/origin.ts';
import { appAttestOrigin } from '../attestation/app-attest/origin.ts';
import { findKey } from '../attestation/attested-keys.ts';
import { playOrigin } from '../attestation/play-integrity/origin.ts';
import {
  bytesIn,
  type Proof,
  type ProofContext,
  type ProofOutcome,
  uncheckedProof,
} from '../attestation/proof.ts';
import { NO_ORIGIN, type OriginFacts } from '../decision/facts.ts';
import type { Extra } from '../records/verification-records.ts';
import type { Subject } from '../verify/subject.ts';

export interface Origin {
  facts: OriginFacts;
  /** Facts that the recording statement writes for it. */
  extra: Extra;
}

/**
 * Reads what is proven about where the evidence came from. It is called again after a lost race, because a
 * stored key's counter may have moved on. A Play Integrity token can be asked about only once, so its outcome
 * is remembered between the calls.
 */
export function originReader(deps: Deps, subject: Subject): () => Promise<Origin> {
  let play: Promise<ProofOutcome> | undefined;
  const once = (ask: () => Promise<ProofOutcome>): Promise<ProofOutcome> => {
    play ??= ask();
    return play;
  };
  return async () => {
    const { facts, extra } = await attested(deps, subject, once);
    return { facts: { ...NO_ORIGIN, ...facts }, extra };
  };
}

type Once = (ask: () => Promise<ProofOutcome>) => Promise<ProofOutcome>;

const NOTHING = { facts: {}, extra: {} };

async function attested(deps: Deps, subject: Subject, once: Once): Promise<ProofOutcome | typeof NOTHING> {
  const kind = (subject.proof?.integrity ?? subject.evidence.integrity)?.kind ?? 'none';
  if (kind === 'none') return NOTHING;
  // Without a token and the exact bytes of the evidence, there is nothing to bind the attestation to.
  if (!subject.proof) return uncheckedProof(kind, 'not bound to a token');
  const { org, env, customer_hash, now_ms } = subject;
  const apps = (await deps.organizations.find(org))?.settings.apps ?? {};
  const ours = kind === 'app_attest' ? apps.ios : apps.android;
  if (!ours?.length) return uncheckedProof(kind, 'no app is configured');
  const context: ProofContext = { org, env, customer_hash, now_ms, apps };
  return checkProof(deps, kind, subject.proof, context, once);
}

async function checkProof(
  { database: { pool }, attestation }: Deps,
  kind: 'app_attest' | 'android_key_attestation' | 'play_integrity',
  proof: Proof,
  context: ProofContext,
  once: Once,
): Promise<ProofOutcome> {
  const { anchors, revocations, play } = attestation;
  if (kind === 'play_integrity') return once(() => playOrigin(pool, play, proof, context));
  const id = bytesIn(proof.integrity.key_id ?? '');
  const known = await findKey(pool, context.org, context.env, id);
  return kind === 'app_attest'
    ? appAttestOrigin(proof, context, known, anchors)
    : androidOrigin(proof, context, known, anchors, revocations.current());
}
