import { hash, sign } from 'node:crypto';
import { NONCE_OID, p256Point } from '../../src/geolocation/attestation/app-attest/app-attest.ts';
import type { Cbor } from '../../src/geolocation/attestation/reading/cbor.ts';
import {
  type ReceiptAuthority,
  type ReceiptChange,
  receiptAuthority,
  receiptOf,
} from './app-attest-receipt.ts';
import { cbor, type Writable } from './cbor-writer.ts';
import { CN, certificate, ecKey, type KeyPair, type Name } from './certificates.ts';
import { octetString, seq, tagged } from './der-writer.ts';

export type { Cbor };

const DAY = 86_400_000;
const sha256 = (...parts: Buffer[]) => hash('sha256', Buffer.concat(parts), 'buffer');

const ROOT: Name = [[CN, 'Test App Attestation Root CA']];
const INTERMEDIATE: Name = [[CN, 'Test App Attestation CA 1']];

interface Authority {
  root: Buffer;
  root_key: KeyPair;
  intermediate: Buffer;
  intermediate_key: KeyPair;
  receipts: ReceiptAuthority;
  /** For `TrustAnchors`. */
  anchors: { apple_root: Buffer; apple_receipt_root: Buffer };
}

/** Root and intermediate certificates like Apple's. */
export function appleLikeAuthority(at_ms: number, root_key = ecKey('P-384')): Authority {
  const intermediate_key = ecKey('P-384');
  const life = { from_ms: at_ms - 900 * DAY, until_ms: at_ms + 900 * DAY, ca: true };
  const by = { issuer: ROOT, signer: root_key.privateKey, ...life };
  const root = certificate({ subject: ROOT, key: root_key.publicKey, ...by });
  const receipts = receiptAuthority(at_ms);
  return {
    root_key,
    intermediate_key,
    root,
    receipts,
    anchors: { apple_root: root, apple_receipt_root: receipts.root },
    intermediate: certificate({ subject: INTERMEDIATE, key: intermediate_key.publicKey, ...by }),
  };
}

export interface AttestationChange {
  app?: string;
  aaguid?: Buffer;
  counter?: number;
  flags?: number;
  credential_id?: Buffer;
  cose?: Map<string | number, Writable>;
  extensions?: Buffer;
  from_ms?: number;
  until_ms?: number;
  /** Replaces the correct nonce. */
  nonce?: Buffer;
  /** The extension's whole value. */
  nonce_extension?: Buffer;
  /** The leaf's extensions besides the nonce's, or in its place. */
  leaf_extensions?: (nonce: Buffer) => [string, Buffer][];
  leaf_ca?: boolean;
  leaf_issuer?: Name;
  leaf_signer?: KeyPair;
  sha1?: boolean;
  receipt?: ReceiptChange;
  /** Builds the attestation object from its parts. */
  object?: (parts: { x5c: Buffer[]; receipt: Buffer; authData: Buffer }) => Buffer;
}

export const DEVELOPMENT = Buffer.from('appattestdevelop');
const PRODUCTION = Buffer.concat([Buffer.from('appattest'), Buffer.alloc(7)]);

/** An iPhone that App Attest trusts. It attests its key once, then asserts with it. */
export class AppAttestDevice {
  readonly authority: Authority;
  readonly app: string;
  readonly at_ms: number;
  readonly pair = ecKey();
  readonly point = p256Point(this.pair.publicKey)!;
  readonly key_id = sha256(this.point);
  counter = 0;

  constructor(authority: Authority, app: string, at_ms: number) {
    this.authority = authority;
    this.app = app;
    this.at_ms = at_ms;
  }

  cose(): Map<string | number, Writable> {
    const [x, y] = [this.point.subarray(1, 33), this.point.subarray(33)];
    return new Map<string | number, Writable>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, x],
      [-3, y],
    ]);
  }

  head(change: AttestationChange, counter: number): Buffer {
    const bytes = Buffer.alloc(5);
    bytes[0] = change.flags ?? 0x40;
    bytes.writeUInt32BE(change.counter ?? counter, 1);
    return Buffer.concat([sha256(Buffer.from(change.app ?? this.app)), bytes]);
  }

  attest(client_data_hash: Buffer, change: AttestationChange = {}): Buffer {
    const id = change.credential_id ?? this.key_id;
    const authData = Buffer.concat([
      this.head(change, 0),
      change.aaguid ?? PRODUCTION,
      Buffer.of(id.length >> 8, id.length & 255),
      id,
      cbor(change.cose ?? this.cose()),
      change.extensions ?? Buffer.alloc(0),
    ]);
    const nonce = change.nonce ?? sha256(authData, client_data_hash);
    const holder = change.nonce_extension ?? seq(tagged(1, octetString(nonce)));
    const leaf = certificate({
      subject: [[CN, this.key_id.toString('hex')]],
      issuer: change.leaf_issuer ?? INTERMEDIATE,
      key: this.pair.publicKey,
      signer: (change.leaf_signer ?? this.authority.intermediate_key).privateKey,
      from_ms: change.from_ms ?? this.at_ms - DAY,
      until_ms: change.until_ms ?? this.at_ms + 2 * DAY,
      ca: change.leaf_ca,
      sha1: change.sha1,
      extensions: change.leaf_extensions?.(nonce) ?? [[NONCE_OID, holder]],
    });
    const receipt = receiptOf(
      this.authority.receipts,
      {
        app: change.app ?? this.app,
        leaf,
        environment: change.aaguid?.equals(DEVELOPMENT) ? 'sandbox' : 'production',
        client_data_hash,
        at_ms: this.at_ms,
      },
      change.receipt,
    );
    const parts = { x5c: [leaf, this.authority.intermediate], receipt, authData };
    return change.object?.(parts) ?? attestationObject(parts);
  }

  assert(client_data_hash: Buffer, change: AttestationChange = {}): Buffer {
    this.counter += 1;
    const auth_data = Buffer.concat([this.head(change, this.counter), change.extensions ?? Buffer.alloc(0)]);
    const nonce = sha256(auth_data, client_data_hash);
    const signature = sign('sha256', nonce, this.pair.privateKey);
    return cbor(
      new Map<string, Writable>([
        ['signature', signature],
        ['authenticatorData', auth_data],
      ]),
    );
  }
}

export const attestationObject = ({
  x5c,
  receipt,
  authData,
}: {
  x5c: Buffer[];
  receipt: Buffer;
  authData: Buffer;
}): Buffer =>
  cbor(
    new Map<string, Writable>([
      ['fmt', 'apple-appattest'],
      [
        'attStmt',
        new Map<string, Writable>([
          ['x5c', x5c],
          ['receipt', receipt],
        ]),
      ],
      ['authData', authData],
    ]),
  );
