import { sign } from 'node:crypto';
import { RECEIPT_SIGNER_OID } from '../../src/geolocation/attestation/app-attest/receipt.ts';
import { readCbor } from '../../src/geolocation/attestation/reading/cbor.ts';
import { CN, certificate, ecKey, type KeyPair, type Name, nameOf } from './certificates.ts';
import { int, nullValue, octetString, oidValue, seq, setOf, tagged } from './der-writer.ts';

const DAY = 86_400_000;
export const RECEIPT_ROOT: Name = [[CN, 'Test Root CA - G3']];
export const RECEIPT_CA: Name = [[CN, 'Test Application Integration CA']];
const SERIAL = 0x66023880n;

export interface ReceiptAuthority {
  root: Buffer;
  root_key: KeyPair;
  intermediate: Buffer;
  intermediate_key: KeyPair;
  key: KeyPair;
}

/**
 * Root and intermediate certificates like Apple's for receipts, which have another root than attestations.
 */
export function receiptAuthority(at_ms: number): ReceiptAuthority {
  const [root_key, intermediate_key, key] = [ecKey('P-384'), ecKey(), ecKey()];
  const life = { from_ms: at_ms - 900 * DAY, until_ms: at_ms + 900 * DAY, ca: true };
  const by = { issuer: RECEIPT_ROOT, signer: root_key.privateKey, ...life };
  return {
    key,
    root_key,
    intermediate_key,
    root: certificate({ subject: RECEIPT_ROOT, key: root_key.publicKey, ...by }),
    intermediate: certificate({ subject: RECEIPT_CA, key: intermediate_key.publicKey, ...by }),
  };
}

/** Differences from a genuine receipt. */
export interface ReceiptChange {
  /** Fields to set or, with null, to leave out. */
  fields?: Record<number, string | Buffer | null>;
  /** Written after the fields, as they are. */
  further?: Buffer[];
  content_after_signing?: (content: Buffer) => Buffer;
  signer?: KeyPair;
  signer_ca?: boolean;
  signer_from_ms?: number;
  signer_until_ms?: number;
  signer_extensions?: [string, Buffer][];
  certificates?: (chain: Buffer[]) => Buffer[];
  named_serial?: bigint;
  named_issuer?: Buffer;
  signer_info?: (parts: Buffer[]) => Buffer[];
  signed_data?: (parts: Buffer[]) => Buffer[];
  signature?: (signature: Buffer) => Buffer;
  /** DER throughout, which the server that exchanges receipts also writes. */
  definite?: boolean;
}

const field = (type: number, value: string | Buffer): Buffer =>
  seq(int(type), int(1), octetString(Buffer.from(value)));

interface Attested {
  app: string;
  leaf: Buffer;
  environment: 'production' | 'sandbox';
  client_data_hash: Buffer;
  at_ms: number;
}

/** A receipt as Apple puts it into attestations: CMS SignedData over its fields, in BER. */
export function receiptOf(
  authority: ReceiptAuthority,
  attested: Attested,
  change: ReceiptChange = {},
): Buffer {
  const content = fieldsOf(attested, change);
  const signer = change.signer ?? authority.key;
  const name = change.named_issuer ?? nameOf(RECEIPT_CA);
  const sha256 = seq(oidValue('2.16.840.1.101.3.4.2.1'), nullValue());
  const signature = sign('sha256', content, signer.privateKey);
  const info = [
    int(1),
    seq(name, int(change.named_serial ?? SERIAL)),
    sha256,
    seq(oidValue('1.2.840.10045.4.3.2')),
    octetString(change.signature?.(signature) ?? signature),
  ];
  const chain = [signerOf(authority, attested.at_ms, change), authority.intermediate, authority.root];
  const stream = change.definite ? DEFINITE : INDEFINITE;
  const said = change.content_after_signing?.(content) ?? content;
  const parts = [
    int(1),
    setOf(sha256),
    stream.seq(oidValue('1.2.840.113549.1.7.1'), stream.tagged0(stream.octets(said))),
    stream.tagged0(...(change.certificates?.(chain) ?? chain)),
    setOf(seq(...(change.signer_info?.(info) ?? info))),
  ];
  const data = stream.seq(...(change.signed_data?.(parts) ?? parts));
  return stream.seq(oidValue('1.2.840.113549.1.7.2'), stream.tagged0(data));
}

function fieldsOf(
  { app, leaf, environment, client_data_hash, at_ms }: Attested,
  change: ReceiptChange,
): Buffer {
  const values: Record<number, string | Buffer | null> = {
    2: app,
    3: leaf,
    4: client_data_hash,
    5: 'token',
    6: 'ATTEST',
    7: environment,
    12: new Date(at_ms).toISOString(),
    21: new Date(at_ms + 90 * DAY).toISOString(),
    ...change.fields,
  };
  const written = Object.entries(values).flatMap(([type, value]) =>
    value === null ? [] : field(Number(type), value),
  );
  return setOf(...written, ...(change.further ?? []));
}

function signerOf(authority: ReceiptAuthority, at_ms: number, change: ReceiptChange): Buffer {
  return certificate({
    subject: [[CN, 'Test Receipt Signing']],
    issuer: RECEIPT_CA,
    key: (change.signer ?? authority.key).publicKey,
    signer: authority.intermediate_key.privateKey,
    from_ms: change.signer_from_ms ?? at_ms - 200 * DAY,
    until_ms: change.signer_until_ms ?? at_ms + 200 * DAY,
    serial: SERIAL,
    ca: change.signer_ca,
    extensions: change.signer_extensions ?? [[RECEIPT_SIGNER_OID, nullValue()]],
  });
}

const DEFINITE = {
  seq,
  octets: octetString,
  tagged0: (...parts: Buffer[]) => tagged(0, Buffer.concat(parts)),
};

const indefinite = (identifier: number, parts: Buffer[]): Buffer =>
  Buffer.concat([Buffer.of(identifier, 0x80), ...parts, Buffer.of(0, 0)]);

/** Written like a stream: with indefinite lengths, and octets in pieces of 1,000. */
const INDEFINITE: typeof DEFINITE = {
  seq: (...parts) => indefinite(0x30, parts),
  tagged0: (...parts) => indefinite(0xa0, parts),
  octets: (content) => {
    const pieces: Buffer[] = [];
    for (let at = 0; at < content.length; at += 1_000)
      pieces.push(octetString(content.subarray(at, at + 1_000)));
    return indefinite(0x24, pieces);
  },
};

/** The leaf's certificate and the receipt of an attestation. */
export function leafAndReceiptIn(attestation: Buffer): { leaf: Buffer; receipt: Buffer } {
  const statement = (readCbor(attestation) as Map<string, unknown>).get('attStmt') as Map<
    string,
    Buffer | Buffer[]
  >;
  return { leaf: statement.get('x5c')![0] as Buffer, receipt: statement.get('receipt') as Buffer };
}
