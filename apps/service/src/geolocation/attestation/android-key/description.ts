import { malformed } from '../malformed.ts';
import type { Der } from '../reading/der.ts';
import {
  boolean,
  enumerated,
  explicit,
  integer,
  isNull,
  octets,
  sequence,
  sequenceIn,
  set,
  utf8,
} from '../reading/der-values.ts';

const SECURITY_LEVELS = ['SOFTWARE', 'TRUSTED_ENVIRONMENT', 'STRONG_BOX'] as const;
type SecurityLevel = (typeof SECURITY_LEVELS)[number];
const BOOT_STATES = ['VERIFIED', 'SELF_SIGNED', 'UNVERIFIED', 'FAILED'] as const;
const ORIGINS = ['GENERATED', 'DERIVED', 'IMPORTED', 'RESERVED', 'SECURELY_IMPORTED'] as const;

interface RootOfTrust {
  /** Base64, like all byte strings in this description. */
  verifiedBootKey: string;
  deviceLocked: boolean;
  verifiedBootState: (typeof BOOT_STATES)[number];
  verifiedBootHash?: string;
}

interface ApplicationId {
  packages: { name: string; version: string }[];
  /** SHA-256 of the signing certificates. */
  signatures: string[];
}

/** The fields under the names of Google's own reader: numbers as decimal text, absent fields left out. */
export interface AuthorizationList {
  purposes?: string[];
  algorithms?: string;
  keySize?: string;
  ecCurve?: string;
  creationDateTime?: string;
  origin?: (typeof ORIGINS)[number];
  rootOfTrust?: RootOfTrust;
  osVersion?: string;
  osPatchLevel?: string;
  vendorPatchLevel?: string;
  bootPatchLevel?: string;
  attestationApplicationId?: ApplicationId;
  [field: string]: unknown;
}

/** The attestation extension (source.android.com, "Key and ID attestation", schema up to version 400). */
export interface KeyDescription {
  attestationVersion: string;
  attestationSecurityLevel: SecurityLevel;
  keyMintVersion: string;
  keyMintSecurityLevel: SecurityLevel;
  attestationChallenge: string;
  uniqueId: string;
  softwareEnforced: AuthorizationList;
  hardwareEnforced: AuthorizationList;
}

interface ReadOptions {
  /** Reads every BOOLEAN byte except 00 as true: one device is known to write 01. */
  lenient_boolean?: boolean;
  /** Called for oddities that are not refused. */
  note?: (text: string) => void;
}

type Read = (element: Der, what: string, options: ReadOptions) => unknown;

const base64 = (bytes: Buffer): string => bytes.toString('base64');
const bytes: Read = (element, what) => base64(octets(element, what));
const number: Read = (element, what) => integer(element, what).toString();
const numbers: Read = (element, what) => [
  ...new Set(set(element, what).map((each) => integer(each, what).toString())),
];
const flag: Read = (element, what) => isNull(element, what);
const text: Read = (element, what) => utf8(element, what);

/** Six or eight digits that begin with a year and a month; any other value is noted and counts as absent. */
const patchLevel: Read = (element, what, { note }) => {
  const level = integer(element, what).toString();
  if (/^\d{4}(0[1-9]|1[0-2])(\d\d)?$/.test(level)) return level;
  note?.(`${what} is no patch level`);
  return undefined;
};

const word =
  <W extends string>(words: readonly W[], value: (element: Der | undefined, what: string) => bigint) =>
  (element: Der | undefined, what: string): W =>
    words[Number(value(element, what))] ?? malformed(`${what}: an unknown value`);

const level = word(SECURITY_LEVELS, enumerated);
const origin = word(ORIGINS, integer);
const bootState = word(BOOT_STATES, enumerated);

const rootOfTrust: Read = (element, what, { lenient_boolean }): RootOfTrust => {
  const parts = sequence(element, what);
  if (parts.length !== 3 && parts.length !== 4) malformed(`${what}: ${parts.length} parts`);
  const [key, locked, state, hash] = parts;
  return {
    verifiedBootKey: base64(octets(key, what)),
    deviceLocked: boolean(locked, `${what}.deviceLocked`, lenient_boolean),
    verifiedBootState: bootState(state, what),
    ...(hash && { verifiedBootHash: base64(octets(hash, what)) }),
  };
};

const applicationId: Read = (element, what): ApplicationId => {
  const parts = sequenceIn(octets(element, what), what);
  if (parts.length !== 2) malformed(`${what}: ${parts.length} parts`);
  return {
    packages: set(parts[0], what).map((each) => {
      const [name, version, more] = sequence(each, what);
      if (more) malformed(`${what}: a package of more than two parts`);
      return { name: utf8(name, what), version: integer(version, what).toString() };
    }),
    signatures: [...new Set(set(parts[1], what).map((each) => base64(octets(each, what))))],
  };
};

/**
 * Every tag that the schema knows. An unknown tag is refused with a message of its own, so that a new Android
 * release is noticed.
 */
const FIELDS = new Map<number, [name: string, read: Read]>([
  [1, ['purposes', numbers]],
  [2, ['algorithms', number]],
  [3, ['keySize', number]],
  [4, ['blockModes', numbers]],
  [5, ['digests', numbers]],
  [6, ['paddings', numbers]],
  [7, ['callerNonce', flag]],
  [8, ['minMacLength', number]],
  [10, ['ecCurve', number]],
  [11, ['mlDsaVariant', number]],
  [200, ['rsaPublicExponent', number]],
  [203, ['rsaOaepMgfDigests', numbers]],
  [303, ['rollbackResistance', flag]],
  [305, ['earlyBootOnly', flag]],
  [400, ['activeDateTime', number]],
  [401, ['originationExpireDateTime', number]],
  [402, ['usageExpireDateTime', number]],
  [405, ['usageCountLimit', number]],
  [502, ['userSecureId', number]],
  [503, ['noAuthRequired', flag]],
  [504, ['userAuthType', number]],
  [505, ['authTimeout', number]],
  [506, ['allowWhileOnBody', flag]],
  [507, ['trustedUserPresenceRequired', flag]],
  [508, ['trustedConfirmationRequired', flag]],
  [509, ['unlockedDeviceRequired', flag]],
  [600, ['allApplications', flag]],
  [601, ['applicationId', bytes]],
  [701, ['creationDateTime', number]],
  [702, ['origin', origin]],
  [703, ['rollbackResistant', flag]],
  [704, ['rootOfTrust', rootOfTrust]],
  [705, ['osVersion', number]],
  [706, ['osPatchLevel', patchLevel]],
  [709, ['attestationApplicationId', applicationId]],
  [710, ['attestationIdBrand', text]],
  [711, ['attestationIdDevice', text]],
  [712, ['attestationIdProduct', text]],
  [713, ['attestationIdSerial', text]],
  [714, ['attestationIdImei', text]],
  [715, ['attestationIdMeid', text]],
  [716, ['attestationIdManufacturer', text]],
  [717, ['attestationIdModel', text]],
  [718, ['vendorPatchLevel', patchLevel]],
  [719, ['bootPatchLevel', patchLevel]],
  [720, ['deviceUniqueAttestation', flag]],
  [723, ['attestationIdSecondImei', text]],
  [724, ['moduleHash', bytes]],
]);

/**
 * Reads the extension's value. Throws `Malformed`; the message for a tag outside the schema says `unknown
 * tag`.
 */
export function readKeyDescription(value: Buffer, options: ReadOptions = {}): KeyDescription {
  const parts = sequenceIn(value, 'KeyDescription');
  if (parts.length !== 8) malformed(`KeyDescription: ${parts.length} parts`);
  return {
    attestationVersion: integer(parts[0], 'attestationVersion').toString(),
    attestationSecurityLevel: level(parts[1], 'attestationSecurityLevel'),
    keyMintVersion: integer(parts[2], 'keyMintVersion').toString(),
    keyMintSecurityLevel: level(parts[3], 'keyMintSecurityLevel'),
    attestationChallenge: base64(octets(parts[4], 'attestationChallenge')),
    uniqueId: base64(octets(parts[5], 'uniqueId')),
    softwareEnforced: authorizations(parts[6], 'softwareEnforced', options),
    hardwareEnforced: authorizations(parts[7], 'hardwareEnforced', options),
  };
}

function authorizations(element: Der | undefined, what: string, options: ReadOptions): AuthorizationList {
  const list: AuthorizationList = {};
  let last = 0;
  for (const entry of sequence(element, what)) {
    const [name, read] = FIELDS.get(entry.tag) ?? malformed(`${what}: unknown tag ${entry.tag}`);
    const inner = explicit(entry, entry.tag, `${what}.${name}`);
    if (Object.hasOwn(list, name)) malformed(`${what}: ${name} appears twice`);
    if (entry.tag < last) options.note?.(`${what}: tags are not in ascending order`);
    last = entry.tag;
    const value = read(inner, `${what}.${name}`, options);
    if (value !== undefined) list[name] = value;
  }
  return list;
}
