import { malformed } from '../malformed.ts';
import { type Cbor, readCbor, readCborFirst } from './cbor.ts';

/** Length of the fixed head of both kinds: SHA-256 of the app id, flags, counter (big-endian). */
export interface AuthHead {
  rp_id_hash: Buffer;
  flags: number;
  counter: number;
}

export interface AttestedData extends AuthHead {
  aaguid: Buffer;
  credential_id: Buffer;
  /** COSE key (RFC 9052), unchecked. */
  cose_key: Cbor;
  extensions: AppExtensions | null;
}

/** Statements of iOS 27 and later about the app. Unknown keys are listed by name and otherwise ignored. */
export interface AppExtensions {
  /**
   * 2 TestFlight, 4 App Store; 1 system or internal, 3 development, 5 enterprise or ad hoc, 6 Developer ID,
   * 10 other.
   */
  validation_category: number | null;
  bundle_version: string | null;
  further: string[];
}

export const HEAD_LENGTH = 37;

export function readHead(bytes: Buffer): AuthHead {
  if (bytes.length < HEAD_LENGTH) malformed(`authenticator data: ${bytes.length} bytes`);
  return { rp_id_hash: bytes.subarray(0, 32), flags: bytes[32]!, counter: bytes.readUInt32BE(33) };
}

/**
 * Authenticator data of an attestation (Apple, "Validating apps that connect to your server"). Throws
 * `Malformed`.
 */
export function readAttestedData(bytes: Buffer): AttestedData {
  const head = readHead(bytes);
  if (bytes.length < 55) malformed('authenticator data: no credential');
  const length = bytes.readUInt16BE(53);
  // Checked first, so that an attacker's length cannot shift what is read after it.
  if (length !== 32) malformed(`authenticator data: credential id of ${length} bytes`);
  if (bytes.length < 87) malformed('authenticator data: ends too early');
  const key = readCborFirst(bytes.subarray(87));
  return {
    ...head,
    aaguid: bytes.subarray(37, 53),
    credential_id: bytes.subarray(55, 87),
    cose_key: key.value,
    extensions: readExtensions(bytes.subarray(87 + key.end)),
  };
}

/**
 * Reads extensions when bytes are left over, whatever the flag says: it is clear on some devices that send
 * extensions, and set on others (observed). Null when no bytes are left (iOS ≤ 26); bytes that are not one
 * complete map are malformed.
 */
export function readExtensions(rest: Buffer): AppExtensions | null {
  if (rest.length === 0) return null;
  const map = readCbor(rest);
  if (!(map instanceof Map)) return malformed('extensions: not a map');
  const version = map.get('apple_bundle_version_01') ?? null;
  if (version !== null && typeof version !== 'string')
    return malformed('extensions: bundle version is not text');
  const known = new Set<string | number>(['apple_validation_category_01', 'apple_bundle_version_01']);
  return {
    validation_category: category(map.get('apple_validation_category_01')),
    bundle_version: version,
    further: [...map.keys()].filter((key) => !known.has(key)).map(String),
  };
}

/** Documented as a number; observed as four bytes, little-endian. */
function category(value: Cbor | undefined): number | null {
  if (value === undefined) return null;
  if (typeof value === 'number' && value >= 0 && value < 2 ** 32) return value;
  if (Buffer.isBuffer(value) && value.length === 4) return value.readUInt32LE();
  return malformed('extensions: validation category is not a 32-bit number');
}
