import { type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { malformed } from '../malformed.ts';
import { readCbor } from '../reading/cbor.ts';
import { type Certificate, readCertificate } from '../reading/certificate.ts';
import { type Report, Steps } from '../report.ts';
import {
  ATTESTATION_OID,
  type ChainQuestion,
  chainSteps,
  PROVISIONING_OID,
  type Provisioning,
} from './chain.ts';
import { type AuthorizationList, type KeyDescription, readKeyDescription } from './description.ts';

/** An app, with the certificates that its operator signs it with. */
export interface AndroidApp {
  package: string;
  /**
   * SHA-256 of the signing certificates, lower-case hex. Null: not checked (only in a report; the service
   * always checks).
   */
  digests: readonly string[] | null;
}

export interface KeyAttestationQuestion extends ChainQuestion {
  /** The challenge that the device was asked to attest. Null: any challenge (only in a report). */
  challenge: Buffer | null;
  /** Null: the app is not checked. */
  apps: readonly AndroidApp[] | null;
  /** Boot keys (hex) of hardened Android builds that may be self-signed. */
  boot_keys?: readonly string[];
  lenient_boolean?: boolean;
}

export interface KeyAttestationStatement {
  key: KeyDescription;
  provisioning: Provisioning;
  public_key: KeyObject;
  serials: string[];
  /** The number of certificates that the remote provisioner gave this device; a high count hints at abuse. */
  certificates_issued: number | null;
  notes: string[];
}

const CERTIFICATES_MAX = 10;

/**
 * Verifies an Android key attestation chain, leaf first, without asking Google. First come the chain and the
 * extension (is it genuine?), then the statements about device and app (are they good enough?). Pure: clock,
 * roots and revocation list are arguments.
 */
export function verifyKeyAttestation(
  chain: readonly Buffer[],
  question: KeyAttestationQuestion,
): Report<KeyAttestationStatement> {
  const steps = new Steps();
  const certificates = steps.read('decode', () => decode(chain));
  if (!certificates) return { steps: steps.list, statement: null };
  steps.note('decode', true, `${certificates.length} certificates`);
  const provisioning = chainSteps(steps, certificates, question);
  const leaf = certificates[0]!;
  const notes: string[] = [];
  const key = steps.read('key_description', () => describe(leaf, question, notes));
  if (!key) return { steps: steps.list, statement: null };
  steps.note('key_description', true, `version ${key.attestationVersion}`);
  challengeStep(steps, key, question.challenge);
  deviceSteps(steps, key, question.boot_keys ?? []);
  appStep(steps, key, question.apps);
  return {
    steps: steps.list,
    statement: {
      key,
      provisioning,
      public_key: leaf.key,
      serials: certificates.map(({ serial }) => serial),
      certificates_issued: steps.read('provisioning', () => issued(certificates)),
      notes,
    },
  };
}

function decode(chain: readonly Buffer[]): Certificate[] {
  if (chain.length < 3) malformed('chain: fewer than three certificates');
  if (chain.length > CERTIFICATES_MAX) malformed('chain: too many certificates');
  return chain.map(readCertificate);
}

function describe(
  leaf: Certificate,
  { lenient_boolean }: KeyAttestationQuestion,
  notes: string[],
): KeyDescription {
  const value = leaf.extensions.get(ATTESTATION_OID) ?? malformed('the leaf has no attestation extension');
  return readKeyDescription(value, { lenient_boolean, note: (text) => notes.push(text) });
}

function issued(certificates: Certificate[]): number | null {
  const value = certificates.flatMap(({ extensions }) => extensions.get(PROVISIONING_OID) ?? [])[0];
  if (!value) return null;
  const map = readCbor(value);
  const count = map instanceof Map ? map.get(1) : undefined;
  return typeof count === 'number' ? count : null;
}

function challengeStep(steps: Steps, key: KeyDescription, challenge: Buffer | null): void {
  if (challenge === null) {
    steps.skip('challenge', 'none was given');
    return;
  }
  const found = Buffer.from(key.attestationChallenge, 'base64');
  const same = found.length === challenge.length && timingSafeEqual(found, challenge);
  steps.note('challenge', same, same ? 'is ours' : 'another challenge');
}

/**
 * Checks the fields in `hardwareEnforced`. The same field in `softwareEnforced` proves nothing, because an
 * unlocked system can write it.
 */
function deviceSteps(steps: Steps, key: KeyDescription, boot_keys: readonly string[]): void {
  const low = 'device_integrity_low' as const;
  const { attestationSecurityLevel: level, keyMintSecurityLevel, hardwareEnforced: hardware } = key;
  const inHardware = level !== 'SOFTWARE' && level === keyMintSecurityLevel;
  steps.note('security_level', inHardware, `${level}, key in ${keyMintSecurityLevel}`);
  const { rootOfTrust: trust, origin } = hardware;
  steps.note('origin', origin === 'GENERATED', origin ?? 'not stated by hardware');
  steps.note('purpose', canSign(hardware), `purposes ${hardware.purposes?.join(', ') ?? 'none'}`, low);
  steps.note('root_of_trust', trust !== undefined, trust ? 'stated by hardware' : 'not stated by hardware');
  if (!trust) return;
  steps.note('device_locked', trust.deviceLocked, trust.deviceLocked ? 'locked' : 'unlocked', low);
  const bootKey = Buffer.from(trust.verifiedBootKey, 'base64').toString('hex');
  const state = trust.verifiedBootState;
  const booted = state === 'VERIFIED' || (state === 'SELF_SIGNED' && boot_keys.includes(bootKey));
  steps.note('verified_boot', booted, state, low);
}

const canSign = ({ purposes }: AuthorizationList): boolean => purposes?.includes('2') ?? false;

/**
 * Every package that shares the user id, and every digest, must be the operator's. The result is worth as
 * much as the boot state.
 */
function appStep(steps: Steps, key: KeyDescription, apps: readonly AndroidApp[] | null): void {
  if (apps === null) {
    steps.skip('app', 'none was given');
    return;
  }
  const id = key.softwareEnforced.attestationApplicationId;
  const names = id?.packages.map(({ name }) => name) ?? [];
  const known = apps.filter((app) => names.includes(app.package));
  const digests = known.every((app) => app.digests)
    ? new Set(known.flatMap((app) => [...app.digests!]))
    : null;
  const signed = (id?.signatures ?? []).map((digest) => Buffer.from(digest, 'base64').toString('hex'));
  const ours =
    names.length > 0 &&
    names.every((name) => known.some((app) => app.package === name)) &&
    (digests === null || (signed.length > 0 && signed.every((digest) => digests.has(digest))));
  steps.note('app', ours, names.join(', ') || 'not stated', 'app_not_recognized');
}

/**
 * Whether a stored key signed this binding (SHA-256 with ECDSA or RSA). There is no counter, because each
 * binding is used once.
 */
export function isSignedByKey(key: KeyObject, binding: Buffer, signature: Buffer): boolean {
  try {
    return verify('sha256', binding, key, signature);
  } catch {
    return false;
  }
}
