import { createHash } from 'node:crypto';
import { sharedBy } from '../app-attest/origin.ts';
import type { AttestedKey, KeyUse, NewKey } from '../attested-keys.ts';
import {
  bytesIn,
  failedStep,
  type Proof,
  type ProofContext,
  type ProofOutcome,
  proofOutcome,
} from '../proof.ts';
import { codesOf, Steps } from '../report.ts';
import type { TrustAnchors } from '../roots.ts';
import { isSignedByKey, type KeyAttestationStatement, verifyKeyAttestation } from './android-key.ts';
import { revocationOf } from './chain.ts';
import type { RevocationList } from './revocation.ts';

const KIND = 'android_key_attestation';
/**
 * A key's statement tells how the device was booted when the key was made. After this time the device has to
 * attest again.
 */
const ATTESTED_MAX_AGE_MS = 30 * 86_400_000;

export const hexDigest = (digest: string): string => digest.replaceAll(':', '').toLowerCase();

/**
 * Registers a key by its attestation, whose challenge is the binding. Later calls sign their binding with the
 * key.
 */
export function androidOrigin(
  { integrity, binding }: Proof,
  context: ProofContext,
  known: AttestedKey | null,
  { google_root_keys }: TrustAnchors,
  revocations: RevocationList | null,
): ProofOutcome {
  const { key_id, chain, signature } = integrity;
  const id = bytesIn(key_id ?? '');
  if (id.length !== 32 || (chain === undefined) === (signature === undefined))
    return failedStep(KIND, 'form', 'attestation_malformed', 'a key id, and a chain or a signature');
  if (signature !== undefined) return signed(bytesIn(signature), binding, id, context, known, revocations);
  const report = verifyKeyAttestation(chain!.map(bytesIn), {
    at_ms: context.now_ms,
    trusted: google_root_keys,
    revocations,
    challenge: binding,
    apps: (context.apps.android ?? []).map((app) => ({ ...app, digests: app.digests.map(hexDigest) })),
    boot_keys: context.apps.android_boot_keys?.map(hexDigest),
    lenient_boolean: context.apps.android_lenient_boolean,
  });
  const { statement } = report;
  if (!statement) return proofOutcome(KIND, report);
  const details = detailsOf(statement);
  const spki = statement.public_key.export({ type: 'spki', format: 'der' });
  if (!createHash('sha256').update(spki).digest().equals(id))
    return failedStep(KIND, 'key_id', 'attestation_invalid', 'not the key of the leaf');
  if (codesOf(report).length > 0) return proofOutcome(KIND, report, details);
  if (known) return proofOutcome(KIND, report, details, { codes: sharedBy(known, context) });
  const new_key: NewKey = {
    key_id: id.toString('hex'),
    kind: KIND,
    app: String(details.app),
    public_key: spki.toString('hex'),
    receipt: null,
    statement: { ...details, serials: statement.serials },
  };
  return proofOutcome(KIND, report, details, { extra: { new_key } });
}

/**
 * Keeps only how the device is protected and how old its system is. Identifiers (tags 710 to 717, 723) are
 * dropped.
 */
function detailsOf({ key, provisioning, certificates_issued }: KeyAttestationStatement) {
  const { hardwareEnforced: hardware, softwareEnforced: software } = key;
  return {
    app: software.attestationApplicationId?.packages[0]?.name ?? null,
    security_level: key.attestationSecurityLevel,
    provisioning,
    certificates_issued,
    device_locked: hardware.rootOfTrust?.deviceLocked ?? null,
    verified_boot: hardware.rootOfTrust?.verifiedBootState ?? null,
    os_version: hardware.osVersion ?? null,
    os_patch_level: hardware.osPatchLevel ?? null,
  };
}

function signed(
  signature: Buffer,
  binding: Buffer,
  id: Buffer,
  context: ProofContext,
  known: AttestedKey | null,
  revocations: RevocationList | null,
): ProofOutcome {
  if (known?.kind !== KIND) return failedStep(KIND, 'key_id', 'attestation_invalid', 'an unknown key');
  const steps = new Steps();
  steps.note(
    'signature',
    isSignedByKey(known.key, binding, signature),
    'by the stored key, over the binding',
  );
  const configured = context.apps.android?.some((app) => app.package === known.app) ?? false;
  steps.note('app', configured, known.app, 'app_not_recognized');
  // A device's keys can be revoked after the device was attested.
  revocationOf(steps, (known.statement.serials ?? []) as string[], revocations, context.now_ms);
  const old = context.now_ms - known.attested_ms > ATTESTED_MAX_AGE_MS;
  const { serials: _, ...details } = known.statement as Record<string, string | number | boolean | null>;
  const result = proofOutcome(
    KIND,
    { steps: steps.list, statement: null },
    { ...details, attested_too_long_ago: old },
    {
      codes: sharedBy(known, context),
      extra: { key_use: { key_id: id.toString('hex'), counter: null } satisfies KeyUse },
    },
  );
  if (old && result.facts.attestation === 'verified') result.facts.attestation = 'unverified';
  return result;
}
