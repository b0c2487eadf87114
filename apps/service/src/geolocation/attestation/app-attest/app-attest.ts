import { hash, type KeyObject } from 'node:crypto';
import { malformed } from '../malformed.ts';
import { type AttestedData, readAttestedData } from '../reading/auth-data.ts';
import { type Cbor, readCbor } from '../reading/cbor.ts';
import { type Certificate, isIssuedBy, isValidAt, readCertificate } from '../reading/certificate.ts';
import { childrenOf, TAG } from '../reading/der.ts';
import { sequenceIn } from '../reading/der-values.ts';
import { type Report, Steps } from '../report.ts';
import { PINNED } from '../roots.ts';
import { readReceipt, receiptFault } from './receipt.ts';

/** Apple's `NONCE` extension of the leaf. */
export const NONCE_OID = '1.2.840.113635.100.8.2';

const AAGUIDS = {
  production: Buffer.concat([Buffer.from('appattest'), Buffer.alloc(7)]),
  development: Buffer.from('appattestdevelop'),
} as const;
export type AppAttestEnvironment = keyof typeof AAGUIDS;

export interface AttestationQuestion {
  /** 32 bytes, made by the caller. The verifier does not know whether the caller hashes a challenge first. */
  client_data_hash: Buffer;
  /** `TEAMID.bundle.id` of the accepted apps. */
  apps: readonly string[];
  /** Accepted environments. */
  environments: readonly AppAttestEnvironment[];
  /** The time at which the certificates must be valid, Unix milliseconds. */
  at_ms: number;
  /** The app's name for the key, 32 bytes; null: taken from the certificate. */
  key_id: Buffer | null;
  /** DER of the trusted root. */
  root?: Buffer;
  /** DER of the trusted root for the receipt. */
  receipt_root?: Buffer;
}

export interface AppAttestStatement {
  app: string | null;
  environment: AppAttestEnvironment | null;
  /** Lower-case hex. */
  key_id: string;
  public_key: KeyObject;
  counter: number;
  flags: number;
  validation_category: number | null;
  bundle_version: string | null;
  further_extensions: string[];
  not_before: string;
  not_after: string;
  receipt: Buffer;
}

interface Parsed {
  leaf: Certificate;
  intermediate: Certificate;
  receipt: Buffer;
  auth_data: Buffer;
  data: AttestedData;
}

const sha256 = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');
const appIdHash = (app: string): Buffer => sha256(Buffer.from(app));

/** The 65 bytes of an uncompressed P-256 point; null for another kind of key. */
export function p256Point(key: KeyObject): Buffer | null {
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return null;
  const { x, y } = key.export({ format: 'jwk' }) as { x: string; y: string };
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
}

/**
 * Verifies an App Attest attestation object as Apple describes it ("Validating apps that connect to your
 * server"). Each step is checked on its own, so that a report shows every fault. Pure: the clock is an
 * argument.
 */
export function verifyAppAttestation(
  bytes: Buffer,
  question: AttestationQuestion,
): Report<AppAttestStatement> {
  const steps = new Steps();
  const parsed = steps.read('decode', () => decode(bytes));
  if (!parsed) return { steps: steps.list, statement: null };
  steps.note('decode', true, 'strict CBOR, two certificates, authenticator data');
  const { leaf, data } = parsed;
  chainSteps(steps, parsed, question);
  nonceStep(steps, parsed, question.client_data_hash);
  keySteps(steps, parsed, question.key_id);
  const app = appStep(steps, data.rp_id_hash, question.apps);
  steps.note('counter', data.counter === 0, `counter is ${data.counter}`);
  steps.note('flags', (data.flags & 0x40) !== 0, `flags are 0x${data.flags.toString(16)}`);
  const environment = environmentStep(steps, data.aaguid, question.environments);
  extensionStep(steps, data);
  receiptStep(steps, parsed, environment, question);
  return {
    steps: steps.list,
    statement: {
      app,
      environment,
      key_id: data.credential_id.toString('hex'),
      public_key: leaf.key,
      counter: data.counter,
      flags: data.flags,
      validation_category: data.extensions?.validation_category ?? null,
      bundle_version: data.extensions?.bundle_version ?? null,
      further_extensions: data.extensions?.further ?? [],
      not_before: new Date(leaf.not_before_ms).toISOString(),
      not_after: new Date(leaf.not_after_ms).toISOString(),
      receipt: parsed.receipt,
    },
  };
}

/** `{fmt, attStmt: {x5c: [leaf, intermediate], receipt}, authData}` and nothing more. */
function decode(bytes: Buffer): Parsed {
  const object = mapOf(readCbor(bytes), ['fmt', 'attStmt', 'authData'], 'attestation object');
  if (object.get('fmt') !== 'apple-appattest') malformed('attestation object: another format');
  const statement = mapOf(object.get('attStmt'), ['x5c', 'receipt'], 'attStmt');
  const x5c = statement.get('x5c');
  if (!Array.isArray(x5c) || x5c.length !== 2) return malformed('x5c: not exactly two certificates');
  const [leaf, intermediate] = x5c.map((der) => readCertificate(bytesOf(der, 'x5c')));
  const auth_data = bytesOf(object.get('authData'), 'authData');
  return {
    leaf: leaf!,
    intermediate: intermediate!,
    receipt: bytesOf(statement.get('receipt'), 'receipt'),
    auth_data,
    data: readAttestedData(auth_data),
  };
}

export function mapOf(value: Cbor | undefined, keys: string[], what: string): Map<string | number, Cbor> {
  if (!(value instanceof Map)) return malformed(`${what}: not a map`);
  if (value.size !== keys.length || !keys.every((key) => value.has(key)))
    malformed(`${what}: other fields than ${keys.join(', ')}`);
  return value;
}

export const bytesOf = (value: Cbor | undefined, what: string): Buffer =>
  Buffer.isBuffer(value) ? value : malformed(`${what}: not bytes`);

/**
 * Checks the signatures up to the pinned root and the dates of both certificates, which some verifiers
 * forget.
 */
function chainSteps(steps: Steps, { leaf, intermediate }: Parsed, question: AttestationQuestion): void {
  const root = readCertificate(question.root ?? PINNED.apple_root);
  const signed = isIssuedBy(leaf, intermediate) && isIssuedBy(intermediate, root);
  // Without this check, the holder of a leaf's key could use that leaf as a parent certificate.
  const roles = intermediate.x509.ca && !leaf.x509.ca;
  steps.note(
    'chain',
    signed && roles,
    signed && roles ? 'leaf, intermediate, pinned root' : 'no chain to the pinned root',
  );
  const valid = isValidAt(leaf, question.at_ms) && isValidAt(intermediate, question.at_ms);
  const { not_before_ms, not_after_ms } = leaf;
  const life = `leaf valid ${iso(not_before_ms)} to ${iso(not_after_ms)}`;
  steps.note('validity', valid, life);
}

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * The nonce must stand in its one extension, found by walking the list: bytes planted elsewhere in the
 * certificate do not count.
 */
function nonceStep(steps: Steps, { leaf, auth_data }: Parsed, client_data_hash: Buffer): void {
  const expected = sha256(auth_data, client_data_hash);
  const nonce = steps.read('nonce', () => nonceIn(leaf));
  if (!nonce) return;
  const same = client_data_hash.length === 32 && nonce.equals(expected);
  steps.note('nonce', same, same ? 'binds this client data' : 'made for other client data');
}

/** `SEQUENCE { [1] OCTET STRING }`. */
function nonceIn(leaf: Certificate): Buffer {
  const extension = leaf.extensions.get(NONCE_OID);
  if (!extension) return malformed('nonce: the leaf has no such extension');
  const [holder, more] = sequenceIn(extension, 'nonce');
  if (!holder || more || holder.tag_class !== 'context' || holder.tag !== 1 || !holder.constructed)
    return malformed('nonce: not [1]');
  const [nonce, further] = childrenOf(holder);
  if (!nonce || further || nonce.tag_class !== 'universal' || nonce.tag !== TAG.octets)
    return malformed('nonce: no OCTET STRING');
  return nonce.content;
}

function keySteps(steps: Steps, { leaf, data }: Parsed, key_id: Buffer | null): void {
  const point = p256Point(leaf.key);
  const id = point && sha256(point);
  const same = id !== null && (key_id === null || id.equals(key_id));
  steps.note('key_id', same, same ? 'SHA-256 of the leaf’s key' : 'not the key of the leaf');
  const credential = id !== null && data.credential_id.equals(id);
  steps.note('credential_id', credential, credential ? 'equals the key id' : 'another key id');
  const cose = point !== null && isCoseKey(data.cose_key, point);
  steps.note('public_key', cose, cose ? 'COSE key equals the leaf’s' : 'COSE key is not the leaf’s');
}

/** `{1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}` and nothing more (RFC 9053). */
function isCoseKey(value: Cbor, point: Buffer): boolean {
  if (!(value instanceof Map) || value.size !== 5) return false;
  const [x, y] = [value.get(-2), value.get(-3)];
  return (
    value.get(1) === 2 &&
    value.get(3) === -7 &&
    value.get(-1) === 1 &&
    Buffer.isBuffer(x) &&
    Buffer.isBuffer(y) &&
    Buffer.concat([Buffer.of(4), x, y]).equals(point)
  );
}

/** The accepted app whose id has this hash. */
export function appStep(steps: Steps, rp_id_hash: Buffer, apps: readonly string[]): string | null {
  const app = apps.find((candidate) => appIdHash(candidate).equals(rp_id_hash)) ?? null;
  // A genuine app of another developer attests to whatever that developer wants, so this is not a lesser
  // fault.
  steps.note('app', app !== null, app ?? 'none of the configured apps');
  return app;
}

/** Compares all 16 bytes, because the first nine are the same in both environments. */
function environmentStep(
  steps: Steps,
  aaguid: Buffer,
  accepted: readonly AppAttestEnvironment[],
): AppAttestEnvironment | null {
  const names = Object.keys(AAGUIDS) as AppAttestEnvironment[];
  const found = names.find((name) => AAGUIDS[name].equals(aaguid)) ?? null;
  steps.note('environment', found !== null && accepted.includes(found), found ?? 'unknown aaguid');
  return found;
}

function extensionStep(steps: Steps, { extensions }: AttestedData): void {
  if (!extensions) {
    steps.skip('extensions', 'none (before iOS 27)');
    return;
  }
  const { validation_category, bundle_version } = extensions;
  steps.note('extensions', true, `category ${validation_category ?? '-'}, version ${bundle_version ?? '-'}`);
}

/**
 * Real devices always send a receipt, and a part of it is shown to Apple later. It must be complete, and
 * about this very key.
 */
function receiptStep(
  steps: Steps,
  parsed: Parsed,
  environment: AppAttestEnvironment | null,
  question: AttestationQuestion,
): void {
  const receipt = steps.read('receipt', () => readReceipt(parsed.receipt));
  if (!receipt) return;
  const fault = receiptFault(receipt, {
    leaf: parsed.leaf.der,
    app_hash: parsed.data.rp_id_hash,
    environment,
    root: question.receipt_root ?? PINNED.apple_receipt_root,
    at_ms: question.at_ms,
  });
  steps.note('receipt', fault === null, fault ?? 'signed under the pinned root, for this app and key');
}
