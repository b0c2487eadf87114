import type { AttestedKey, KeyUse, NewKey } from '../attested-keys.ts';
import {
  bytesIn,
  failedStep,
  type Proof,
  type ProofContext,
  type ProofOutcome,
  proofOutcome,
} from '../proof.ts';
import { codesOf } from '../report.ts';
import type { TrustAnchors } from '../roots.ts';
import { type AppAttestEnvironment, type AppAttestStatement, verifyAppAttestation } from './app-attest.ts';
import { verifyAppAssertion } from './assertion.ts';

const KIND = 'app_attest';

/**
 * Development keys belong to builds run from Xcode. In production they would be a way around Apple's review.
 */
const environments = ({ env }: ProofContext): AppAttestEnvironment[] =>
  env === 'production' ? ['production'] : ['production', 'development'];

/**
 * Registers a key by its attestation; later calls assert with it. `known` is the stored key that `key_id`
 * names.
 */
export function appAttestOrigin(
  { integrity, binding }: Proof,
  context: ProofContext,
  known: AttestedKey | null,
  { apple_root, apple_receipt_root }: TrustAnchors,
): ProofOutcome {
  const { key_id, attestation, assertion } = integrity;
  const id = bytesIn(key_id ?? '');
  if (id.length !== 32 || (attestation === undefined) === (assertion === undefined))
    return failedStep(KIND, 'form', 'attestation_malformed', 'a key id, and an attestation or an assertion');
  const apps = context.apps.ios ?? [];
  if (assertion !== undefined) return asserted(bytesIn(assertion), binding, id, context, known);
  const report = verifyAppAttestation(bytesIn(attestation!), {
    client_data_hash: binding,
    apps,
    environments: environments(context),
    at_ms: context.now_ms,
    key_id: id,
    root: apple_root,
    receipt_root: apple_receipt_root,
  });
  const { statement } = report;
  if (!statement || codesOf(report).length > 0) return proofOutcome(KIND, report);
  const details = {
    app: statement.app,
    environment: statement.environment,
    validation_category: statement.validation_category,
    bundle_version: statement.bundle_version,
    counter: 0,
  };
  // The key is registered already, and this attestation proves it once more: there is nothing to write.
  if (known) return proofOutcome(KIND, report, details, { codes: sharedBy(known, context) });
  return proofOutcome(KIND, report, details, { extra: { new_key: newKey(statement, details) } });
}

function newKey(statement: AppAttestStatement, details: NewKey['statement']): NewKey {
  return {
    key_id: statement.key_id,
    kind: KIND,
    app: statement.app!,
    public_key: statement.public_key.export({ type: 'spki', format: 'der' }).toString('hex'),
    receipt: statement.receipt.toString('hex'),
    statement: details,
  };
}

/**
 * A key of another customer proves the app and not the person: two people may share one phone, or one person
 * may have two accounts.
 */
export const sharedBy = (
  { customer_hash }: AttestedKey,
  context: ProofContext,
): ['attestation_key_shared'] | [] =>
  customer_hash === context.customer_hash ? [] : ['attestation_key_shared'];

/**
 * Checks an assertion. A key that was never attested is refused and never registered: any script can sign
 * with such a key.
 */
function asserted(
  assertion: Buffer,
  binding: Buffer,
  id: Buffer,
  context: ProofContext,
  known: AttestedKey | null,
): ProofOutcome {
  if (known?.kind !== KIND) return failedStep(KIND, 'key_id', 'attestation_invalid', 'an unknown key');
  const environment = known.statement.environment as AppAttestEnvironment;
  if (!environments(context).includes(environment))
    return failedStep(KIND, 'environment', 'attestation_invalid', environment);
  const report = verifyAppAssertion(assertion, {
    client_data_hash: binding,
    // The app that the key was attested for, as long as it is still configured.
    apps: (context.apps.ios ?? []).filter((app) => app === known.app),
    key: known.key,
    counter: known.counter,
  });
  const { app, counter, validation_category, bundle_version } = report.statement ?? {
    app: null,
    counter: null,
    validation_category: null,
    bundle_version: null,
  };
  return proofOutcome(
    KIND,
    report,
    { app, environment, counter, validation_category, bundle_version },
    {
      codes: sharedBy(known, context),
      extra: { key_use: { key_id: id.toString('hex'), counter } satisfies KeyUse },
    },
  );
}
