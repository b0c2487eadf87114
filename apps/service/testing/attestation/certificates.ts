import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  bitString,
  bool,
  int,
  octetString,
  oidValue,
  seq,
  setOf,
  tagged,
  time,
  utf8String,
} from './der-writer.ts';

export interface KeyPair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

export const ecKey = (namedCurve: 'P-256' | 'P-384' = 'P-256'): KeyPair =>
  generateKeyPairSync('ec', { namedCurve });

/** Attribute type and value, in order. */
export type Name = [oid: string, value: string][];
export const CN = '2.5.4.3';
export const O = '2.5.4.10';
export const SERIAL = '2.5.4.5';

export interface CertificateParts {
  subject: Name;
  issuer: Name;
  key: KeyObject;
  /** The key of the issuer. */
  signer: KeyObject;
  from_ms: number;
  until_ms: number;
  ca?: boolean;
  serial?: bigint;
  extensions?: [oid: string, value: Buffer][];
  /** True: 1.2.840.10045.4.1 (SHA-1) instead of 1.2.840.10045.4.3.2 (SHA-256). */
  sha1?: boolean;
}

/** A distinguished name, DER. */
export const nameOf = (attributes: Name): Buffer =>
  seq(...attributes.map(([oid, value]) => setOf(seq(oidValue(oid), utf8String(value)))));

/** Makes an X.509 certificate (RFC 5280) from its parts, signed with ECDSA. DER. */
export function certificate(parts: CertificateParts): Buffer {
  const algorithm = seq(oidValue(parts.sha1 ? '1.2.840.10045.4.1' : '1.2.840.10045.4.3.2'));
  const basic = seq(oidValue('2.5.29.19'), bool(true), octetString(seq(...(parts.ca ? [bool(true)] : []))));
  const extensions = (parts.extensions ?? []).map(([oid, value]) => seq(oidValue(oid), octetString(value)));
  const tbs = seq(
    tagged(0, int(2)),
    int(parts.serial ?? BigInt(`0x7f${randomBytes(8).toString('hex')}`)),
    algorithm,
    nameOf(parts.issuer),
    seq(time(parts.from_ms), time(parts.until_ms)),
    nameOf(parts.subject),
    parts.key.export({ type: 'spki', format: 'der' }),
    tagged(3, seq(basic, ...extensions)),
  );
  return seq(tbs, algorithm, bitString(sign(parts.sha1 ? 'sha1' : 'sha256', tbs, parts.signer)));
}
