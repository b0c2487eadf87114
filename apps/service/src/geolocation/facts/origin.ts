import type { Deps } from '../../deps.ts';
import { androidOrigin } from '../attestation/android-key/origin.ts';
import { appAttestOrigin } from '../attestation/app-attest/origin.ts';
import { findKey } from '../attestation/attested-keys.ts';
import { bytesIn, type Found, type Proof, type ProofContext, unchecked } from '../attestation/found.ts';
import { playOrigin } from '../attestation/play-integrity/origin.ts';
import { NO_ORIGIN, type OriginFacts } from '../decision/facts.ts';
import type { Extra } from '../records/verification-records.ts';
import type { Subject } from '../verify/subject.ts';

export interface Origin {
  facts: OriginFacts;
  /** What the statement that records the verification has to write for it. */
  extra: Extra;
}

/**
 * What is proven about where the evidence came from. Asked again after a lost race, because a stored key's
 * counter may have moved on; what can be asked once only (a Play Integrity token) is remembered in between.
 */
export function originReader(deps: Deps, subject: Subject): () => Promise<Origin> {
  let play: Promise<Found> | undefined;
  const once = (ask: () => Promise<Found>): Promise<Found> => {
    play ??= ask();
    return play;
  };
  return async () => {
    const { facts, extra } = await attested(deps, subject, once);
    return { facts: { ...NO_ORIGIN, ...facts }, extra };
  };
}

type Once = (ask: () => Promise<Found>) => Promise<Found>;

const NOTHING = { facts: {}, extra: {} };

async function attested(deps: Deps, subject: Subject, once: Once): Promise<Found | typeof NOTHING> {
  const kind = (subject.proof?.integrity ?? subject.evidence.integrity)?.kind ?? 'none';
  if (kind === 'none') return NOTHING;
  // Without the exact bytes and a token there is nothing that it could be bound to.
  if (!subject.proof) return unchecked(kind, 'not bound to a token');
  const { org, env, customer_id, now_ms } = subject;
  const apps = (await deps.organizations.find(org))?.settings.apps ?? {};
  const ours = kind === 'app_attest' ? apps.ios : apps.android;
  if (!ours?.length) return unchecked(kind, 'no app is configured');
  const context: ProofContext = { org, env, customer_id, now_ms, apps };
  return judged(deps, kind, subject.proof, context, once);
}

async function judged(
  { database: { pool }, attestation }: Deps,
  kind: 'app_attest' | 'android_key_attestation' | 'play_integrity',
  proof: Proof,
  context: ProofContext,
  once: Once,
): Promise<Found> {
  const { anchors, revocations, play } = attestation;
  if (kind === 'play_integrity') return once(() => playOrigin(pool, play, proof, context));
  const id = bytesIn(proof.integrity.key_id ?? '');
  const known = await findKey(pool, context.org, context.env, id);
  return kind === 'app_attest'
    ? appAttestOrigin(proof, context, known, anchors)
    : androidOrigin(proof, context, known, anchors, revocations.current());
}
