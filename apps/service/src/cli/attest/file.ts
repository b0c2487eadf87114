import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { certificatesInPem } from '../../geolocation/attestation/reading/certificate.ts';
import { readDer } from '../../geolocation/attestation/reading/der.ts';
import { Failure, Misuse } from '../command.ts';

export function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'cannot be read';
    throw new Failure(`${file} ${why}.`);
  }
}

/** Base64 or base64url text of these bytes, or hex of them; null when it is neither. */
function bytesOfText(text: string): Buffer | null {
  const plain = text.replace(/\s+/g, '');
  if (plain.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(plain)) return Buffer.from(plain, 'hex');
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(plain) ? Buffer.from(plain, 'base64url') : null;
}

/**
 * Reads a CBOR file: the bytes as they are, or written as base64 or hex. A CBOR map never begins like text.
 */
export function readCborFile(file: string): Buffer {
  const bytes = readBytes(file);
  const map = bytes.length > 0 && bytes[0]! >= 0xa0 && bytes[0]! <= 0xbf;
  return map ? bytes : (bytesOfText(bytes.toString('latin1')) ?? bytes);
}

/** Reads certificates, leaf first: PEM, DER one after the other, or a JSON list of base64. */
export function readChainFile(file: string): Buffer[] {
  const bytes = readBytes(file);
  const pem = certificatesInPem(bytes.toString('latin1'));
  if (pem.length > 0) return pem;
  const text = bytes.toString('utf8').trim();
  if (text.startsWith('[')) {
    try {
      return (JSON.parse(text) as unknown[]).map((each) => Buffer.from(String(each), 'base64url'));
    } catch {
      throw new Failure(`${file} holds no certificates.`);
    }
  }
  return derSequence(bytes[0] === 0x30 ? bytes : (bytesOfText(text) ?? bytes));
}

/**
 * Splits DER elements that follow each other. Trailing bytes stay as they are, so that the verifier names the
 * problem.
 */
function derSequence(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = elementLength(bytes.subarray(at));
    found.push(bytes.subarray(at, at + length));
    at += length;
  }
  return found;
}

function elementLength(bytes: Buffer): number {
  const size = bytes[1] === 0x82 && bytes.length > 4 ? 4 + bytes.readUInt16BE(2) : bytes.length;
  try {
    return readDer(bytes.subarray(0, size)).raw.length;
  } catch {
    return bytes.length;
  }
}

/**
 * Reads a public key: PEM or DER (SubjectPublicKeyInfo), or the 65 bytes of a P-256 point, also as base64 or
 * hex.
 */
export function readKeyFile(file: string): KeyObject {
  const bytes = readBytes(file);
  const text = bytes.toString('latin1');
  const der = bytes[0] === 0x30 || bytes[0] === 4 ? bytes : (bytesOfText(text) ?? bytes);
  const attempts = [
    () => createPublicKey(text),
    () => createPublicKey({ key: der, format: 'der', type: 'spki' }),
    () => createPublicKey({ key: pointJwk(der), format: 'jwk' }),
  ];
  for (const attempt of attempts) {
    try {
      return attempt();
    } catch {
      // Try the next form.
    }
  }
  throw new Failure(`${file} holds no public key.`);
}

function pointJwk(point: Buffer) {
  if (point.length !== 65 || point[0] !== 4) throw new Error('no point');
  const half = (from: number) => point.subarray(from, from + 32).toString('base64url');
  return { kty: 'EC', crv: 'P-256', x: half(1), y: half(33) };
}

/** Bytes of an option in base64 or base64url. */
export function base64Option(name: string, text: string): Buffer {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) throw new Misuse(`--${name} must be base64.`);
  return Buffer.from(text, 'base64url');
}
