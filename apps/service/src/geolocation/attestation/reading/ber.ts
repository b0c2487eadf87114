import { malformed } from '../malformed.ts';
import { readDerFirst } from './der.ts';

const DEPTH_MAX = 16;
const SIZE_MAX = 64 * 1024;
const CONSTRUCTED = 0x20;
const OCTETS = 0x04;

/**
 * Converts BER as a stream writes it (X.690 §8.1.3.6) to DER; Apple's receipts are such BER. Beside DER, two
 * forms are understood: an indefinite length of a constructed element, and an OCTET STRING of indefinite
 * length, whose pieces are joined. An element of definite length is copied byte for byte and must itself be
 * DER; the reader of the result checks that. Throws `Malformed`.
 */
export function derOf(bytes: Buffer): Buffer {
  if (bytes.length > SIZE_MAX) malformed('BER: larger than 64 kB');
  const { der, size } = element(bytes, 0);
  if (size !== bytes.length) malformed(`BER: ${bytes.length - size} bytes after the element`);
  return der;
}

interface Converted {
  der: Buffer;
  /** The number of bytes that the element took in the original. */
  size: number;
}

function element(bytes: Buffer, depth: number): Converted {
  if (depth > DEPTH_MAX) malformed('BER: nested too deeply');
  const [identifier = 0, length] = bytes;
  const indefinite = length === 0x80 && (identifier & 31) !== 31;
  if (!indefinite) {
    const { raw } = readDerFirst(bytes, depth);
    return { der: raw, size: raw.length };
  }
  if (!(identifier & CONSTRUCTED)) malformed('BER: an indefinite length of a primitive element');
  const octets = identifier === (OCTETS | CONSTRUCTED);
  const parts: Buffer[] = [];
  let at = 2;
  while (!endsAt(bytes, at)) {
    const part = octets ? piece(bytes.subarray(at), depth + 1) : element(bytes.subarray(at), depth + 1);
    parts.push(part.der);
    at += part.size;
  }
  return { der: definite(octets ? OCTETS : identifier, Buffer.concat(parts)), size: at + 2 };
}

function endsAt(bytes: Buffer, at: number): boolean {
  if (at + 2 > bytes.length) malformed('BER: ends too early');
  return bytes[at] === 0 && bytes[at + 1] === 0;
}

/**
 * The content of a primitive OCTET STRING. Nested pieces and empty pieces are refused: no receipt needs those
 * spellings.
 */
function piece(bytes: Buffer, depth: number): Converted {
  const { raw, content } = readDerFirst(bytes, depth);
  if (raw[0] !== OCTETS || content.length === 0) malformed('BER: a piece of an OCTET STRING that is not one');
  return { der: content, size: raw.length };
}

function definite(identifier: number, content: Buffer): Buffer {
  const { length } = content;
  const head =
    length < 0x80
      ? [length]
      : length < 0x100
        ? [0x81, length]
        : length < 0x10000
          ? [0x82, length >> 8, length & 255]
          : malformed('BER: larger than 64 kB');
  return Buffer.concat([Buffer.of(identifier, ...head), content]);
}
