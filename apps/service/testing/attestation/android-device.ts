import { hash, sign } from 'node:crypto';
import { ATTESTATION_OID, PROVISIONING_OID } from '../../src/geolocation/attestation/android-key/chain.ts';
import { cbor } from './cbor-writer.ts';
import { CN, certificate, ecKey, type KeyPair, type Name, O, SERIAL } from './certificates.ts';
import { bool, enumValue, int, nullValue, octetString, seq, setOf, tagged } from './der-writer.ts';

const DAY = 86_400_000;
/** X.520 title, where phones of this kind name the place of their keys. */
const TITLE = '2.5.4.12';
const ROOT: Name = [[SERIAL, 'f92009e853b6b0ff']];
const LEAF: Name = [[CN, 'Android Keystore Key']];

export const APP = { package: 'com.example.bank', digests: ['ab'.repeat(32)] };

export interface KeyChange {
  levels?: [attestation: number, key_mint: number];
  challenge?: Buffer;
  packages?: string[];
  digests?: Buffer[];
  /** Replaces the value of a tag in hardwareEnforced; null leaves it out. */
  hardware?: Record<number, Buffer | null>;
  software?: Record<number, Buffer | null>;
  /** Appended as it is. */
  hardware_tail?: Buffer;
}

const list = (entries: Record<number, Buffer | null>): Buffer[] =>
  Object.entries(entries)
    .filter(([, value]) => value !== null)
    .map(([tag, value]) => tagged(Number(tag), value!));

export const rootOfTrust = (locked: Buffer = bool(true), state = 0): Buffer =>
  seq(octetString(Buffer.alloc(32, 7)), locked, enumValue(state), octetString(Buffer.alloc(32, 8)));

/** The extension's value (source.android.com, "Key and ID attestation"). */
export function keyDescription(challenge: Buffer, change: KeyChange = {}): Buffer {
  const [attestation, mint] = change.levels ?? [1, 1];
  const packages = (change.packages ?? [APP.package]).map((name) =>
    seq(octetString(Buffer.from(name)), int(1)),
  );
  const digests = change.digests ?? APP.digests.map((digest) => Buffer.from(digest, 'hex'));
  const id = seq(setOf(...packages), setOf(...digests.map(octetString)));
  const software = { 701: int(1_700_000_000_000), 709: octetString(id), ...change.software };
  const hardware = {
    1: setOf(int(2)),
    2: int(3),
    3: int(256),
    10: int(1),
    503: nullValue(),
    702: int(0),
    704: rootOfTrust(),
    705: int(150_000),
    706: int(202_610),
    ...change.hardware,
  };
  return seq(
    int(300),
    enumValue(attestation),
    int(300),
    enumValue(mint),
    octetString(change.challenge ?? challenge),
    octetString(Buffer.alloc(0)),
    seq(...list(software)),
    seq(...list(hardware), change.hardware_tail ?? Buffer.alloc(0)),
  );
}

export interface ChainChange extends KeyChange {
  root_key?: KeyPair;
  /** The extension's whole value; null leaves the extension out. */
  extension?: Buffer | null;
  attestation_until_ms?: number;
  attestation_from_ms?: number;
  intermediate_issuer?: Name;
  attestation_signer?: KeyPair;
  serial?: bigint;
  /** Extensions of the attestation certificate. */
  above?: [string, Buffer][];
}

/** Names in the chain of a phone whose keys were installed in the factory, or fetched from a server. */
const NAMES: Record<'factory' | 'remote', { intermediate: Name; attestation: Name }> = {
  factory: {
    intermediate: [
      [SERIAL, 'aa11'],
      [TITLE, 'TEE'],
    ],
    attestation: [
      [SERIAL, 'bb22'],
      [TITLE, 'TEE'],
    ],
  },
  remote: {
    intermediate: [
      [O, 'Google LLC'],
      [CN, 'Droid CA2'],
    ],
    attestation: [
      [CN, 'b1'],
      [O, 'TEE'],
    ],
  },
};
const SERVER: Name = [
  [O, 'Google LLC'],
  [CN, 'Droid CA3'],
];
const PROVISIONED: [string, Buffer] = [PROVISIONING_OID, cbor(new Map([[1, 8]]))];

/** An Android phone: a root that tests trust, and a key that its hardware keeps. */
export class AndroidDevice {
  readonly root_key = ecKey('P-384');
  readonly intermediate_key = ecKey('P-384');
  readonly attestation_key = ecKey();
  readonly pair = ecKey();
  readonly at_ms: number;
  readonly provisioning: 'factory' | 'remote';

  constructor(at_ms: number, provisioning: 'factory' | 'remote' = 'remote') {
    this.at_ms = at_ms;
    this.provisioning = provisioning;
  }

  get trusted(): string[] {
    return [hash('sha256', this.root_key.publicKey.export({ type: 'spki', format: 'der' }), 'hex')];
  }

  get key_id(): Buffer {
    return hash('sha256', this.pair.publicKey.export({ type: 'spki', format: 'der' }), 'buffer');
  }

  /** Leaf first, DER. */
  chain(challenge: Buffer, change: ChainChange = {}): Buffer[] {
    const names = NAMES[this.provisioning];
    const life = { from_ms: this.at_ms - 20 * DAY, until_ms: this.at_ms + 20 * DAY };
    const root = change.root_key ?? this.root_key;
    const server_key = ecKey();
    const remote = this.provisioning === 'remote';
    const above = remote ? server_key : this.intermediate_key;
    const authority = (subject: Name, issuer: Name, key: KeyPair, signer: KeyPair) =>
      certificate({ subject, issuer, key: key.publicKey, signer: signer.privateKey, ...life, ca: true });
    const server = authority(SERVER, names.intermediate, server_key, this.intermediate_key);
    return [
      this.leaf(challenge, change),
      certificate({
        subject: names.attestation,
        issuer: remote ? SERVER : names.intermediate,
        key: this.attestation_key.publicKey,
        signer: (change.attestation_signer ?? above).privateKey,
        from_ms: change.attestation_from_ms ?? life.from_ms,
        until_ms: change.attestation_until_ms ?? life.until_ms,
        serial: change.serial,
        ca: true,
        extensions: [...(remote ? [PROVISIONED] : []), ...(change.above ?? [])],
      }),
      ...(remote ? [server] : []),
      authority(names.intermediate, change.intermediate_issuer ?? ROOT, this.intermediate_key, root),
      authority(ROOT, ROOT, root, root),
    ];
  }

  private leaf(challenge: Buffer, change: ChainChange): Buffer {
    const extension = change.extension === undefined ? keyDescription(challenge, change) : change.extension;
    return certificate({
      subject: LEAF,
      issuer: NAMES[this.provisioning].attestation,
      key: this.pair.publicKey,
      signer: this.attestation_key.privateKey,
      from_ms: 0,
      until_ms: Date.UTC(2048, 0, 1),
      serial: 1n,
      extensions: extension ? [[ATTESTATION_OID, extension]] : [],
    });
  }

  sign(binding: Buffer): Buffer {
    return sign('sha256', binding, this.pair.privateKey);
  }
}
