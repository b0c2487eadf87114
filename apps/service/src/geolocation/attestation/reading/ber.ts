import { malformed } from '../malformed.ts';
import { readDerFirst } from './der.ts';

const DEPTH_MAX = 16;
const SIZE_MAX = 64 * 1024;
const CONSTRUCTED = 0x20;
const OCTETS = 0x04;

/**
 * DER of what a stream wrote in BER (X.690 §8.1.3.6), as Apple's receipts are. Beside DER two things are
 * understood: an indefinite length of a constructed element, and an OCTET STRING of indefinite length whose
 * pieces are joined. What has a definite length is taken over byte for byte and must itself be DER, which the
 * reader of the answer checks. Throws `Malformed`.
 */
export function derOf(bytes: Buffer): Buffer {
  if (bytes.length > SIZE_MAX) malformed('BER: larger than 64 kB');
  const { der, size } = element(bytes, 0);
  if (size !== bytes.length) malformed(`BER: ${bytes.length - size} bytes after the element`);
  return der;
}

interface Converted {
  der: Buffer;
  /** How many bytes of the original it took. */
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

/** A primitive OCTET STRING's content: pieces of pieces, and empty ones, are spellings that nobody needs. */
function piece(bytes: Buffer, depth: number): Converted {
  const { raw, content } = readDerFirst(bytes, depth);
  if (raw[0] !== OCTETS || content.length === 0) malformed('BER: a piece of an OCTET STRING that is none');
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
