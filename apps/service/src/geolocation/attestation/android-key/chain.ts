import { hash } from 'node:crypto';
import { type Certificate, isIssuedBy, isValidAt } from '../reading/certificate.ts';
import type { Steps } from '../report.ts';
import { REVOCATION_MAX_AGE_MS, type RevocationList } from './revocation.ts';

export const ATTESTATION_OID = '1.3.6.1.4.1.11129.2.1.17';
/** CBOR `{1: certificates issued}` in certificates that were provisioned remotely. */
export const PROVISIONING_OID = '1.3.6.1.4.1.11129.2.1.30';
const SERIAL_NUMBER = '2.5.4.5';
const ORGANIZATION = '2.5.4.10';

/** The way in which the attestation key came to the device. */
export type Provisioning = 'factory' | 'remote' | 'unknown';

export interface ChainQuestion {
  at_ms: number;
  /** Lower-case hex of SHA-256 of each trusted root's SubjectPublicKeyInfo. */
  trusted: readonly string[];
  /**
   * Null: there is no list. `not_asked`: the caller checks a chain offline and knows that revocation is left
   * out.
   */
  revocations: RevocationList | null | 'not_asked';
}

const keyDigest = ({ key }: Certificate): string =>
  hash('sha256', key.export({ type: 'spki', format: 'der' }), 'hex');

/**
 * Verifies a chain, leaf first and root last (source.android.com, "Key and ID attestation"). This is no
 * general path builder: chains of older devices omit fields that RFC 5280 demands, and the rules here are
 * narrower where it matters.
 */
export function chainSteps(steps: Steps, chain: Certificate[], question: ChainQuestion): Provisioning {
  rootStep(steps, chain, question.trusted);
  const broken = chain.findIndex(
    (certificate, i) => i + 1 < chain.length && !isIssuedBy(certificate, chain[i + 1]!),
  );
  steps.note(
    'chain',
    broken < 0,
    broken < 0 ? `${chain.length} certificates` : `certificate ${broken} is not signed by the next`,
  );
  extensionStep(steps, chain);
  const provisioning = provisioningOf(chain);
  steps.note('shape', provisioning !== 'unknown', SHAPES[provisioning]);
  validityStep(steps, chain, provisioning, question.at_ms);
  revocationStep(steps, chain, question);
  return provisioning;
}

const SHAPES = {
  factory: 'factory-provisioned',
  remote: 'remotely provisioned',
  unknown: 'neither of the two shapes that devices have: software, or an extended chain',
} as const;

function rootStep(steps: Steps, chain: Certificate[], trusted: readonly string[]): void {
  const root = chain.at(-1)!;
  // The root's own signature is checked too, although its key alone is trusted: a broken signature means
  // tampering.
  const pinned = trusted.includes(keyDigest(root)) && isIssuedBy(root, root);
  steps.note('root', pinned, pinned ? 'a pinned key' : 'not a pinned key: a software root or a forged one');
}

/**
 * Reasons are named as Google's verifier names them. An attacker who extends a chain with another key puts
 * the extension where it must not be.
 */
function extensionStep(steps: Steps, chain: Certificate[]): void {
  const [leaf, ...above] = chain.map(({ extensions }) => extensions.has(ATTESTATION_OID));
  const elsewhere = above.some(Boolean);
  const found = leaf
    ? elsewhere
      ? 'CHAIN_EXTENDED_WITH_FAKE_ATTESTATION_EXTENSION'
      : null
    : elsewhere
      ? 'CHAIN_EXTENDED_FOR_KEY'
      : 'TARGET_MISSING_ATTESTATION_EXTENSION';
  steps.note('extension', found === null, found ?? 'in the leaf only');
}

const has = ({ subject_attributes }: Certificate, oid: string, value?: RegExp): boolean =>
  subject_attributes.some((attribute) => attribute.oid === oid && (!value || value.test(attribute.value)));

/**
 * A remotely provisioned chain has four certificates with a serial number in the intermediate's name, or five
 * whose second is a short-lived device certificate.
 */
function provisioningOf(chain: Certificate[]): Provisioning {
  const second = chain[1]!;
  if (chain.length === 4 && has(chain[2]!, SERIAL_NUMBER)) return 'factory';
  const remote = second.extensions.has(PROVISIONING_OID) || has(second, ORGANIZATION, /^(TEE|StrongBox)$/);
  return chain.length === 5 && remote ? 'remote' : 'unknown';
}

/**
 * The leaf's dates are set on the device (often 1970 to 2048), so they are ignored. Factory certificates
 * cannot be replaced, so they may have expired. Remotely provisioned ones live for weeks and must be in
 * force. The root is trusted by its key, whatever its dates.
 */
function validityStep(steps: Steps, chain: Certificate[], provisioning: Provisioning, at_ms: number): void {
  const between = chain.slice(1, -1);
  const early = between.some(({ not_before_ms }) => at_ms < not_before_ms);
  const late = provisioning !== 'factory' && between.some((certificate) => !isValidAt(certificate, at_ms));
  const detail = early ? 'not valid yet' : late ? 'expired' : `in force at ${new Date(at_ms).toISOString()}`;
  steps.note('validity', !early && !late, detail);
}

/**
 * Checks for leaked key boxes. Without a fresh list the step fails as unavailable, and that is never a pass.
 */
function revocationStep(steps: Steps, chain: Certificate[], { revocations, at_ms }: ChainQuestion): void {
  if (revocations === 'not_asked') steps.skip('revocation', 'no list was given');
  else
    revocationOf(
      steps,
      chain.map(({ serial }) => serial),
      revocations,
      at_ms,
    );
}

/** Also called for the serials of a stored key, at each use of the key. */
export function revocationOf(
  steps: Steps,
  serials: readonly string[],
  list: RevocationList | null,
  at_ms: number,
): void {
  if (!list || at_ms - list.fetched_ms > REVOCATION_MAX_AGE_MS) {
    const detail = list ? 'the list is older than 14 days' : 'there is no list';
    steps.note('revocation', false, detail, 'attestation_unavailable');
    return;
  }
  const found = serials.flatMap((serial) => list.entries.get(serial) ?? []);
  const suspended = found.length > 0 && found.every((status) => status === 'SUSPENDED');
  const detail = found.length === 0 ? `none of ${list.entries.size} entries` : found.join(', ').toLowerCase();
  steps.note(
    'revocation',
    found.length === 0,
    detail,
    suspended ? 'device_integrity_low' : 'attestation_invalid',
  );
}
