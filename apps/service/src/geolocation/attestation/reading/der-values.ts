import { malformed } from '../malformed.ts';
import { childrenOf, type Der, readDer, TAG } from './der.ts';

/**
 * Returns an element of this universal kind; otherwise throws a `Malformed` that names what was looked for.
 */
function universal(element: Der | undefined, tag: number, what: string): Der {
  if (!element) return malformed(`${what}: missing`);
  if (element.tag_class !== 'universal' || element.tag !== tag) malformed(`${what}: another kind of element`);
  return element;
}

export const sequence = (element: Der | undefined, what: string): Der[] =>
  childrenOf(universal(element, TAG.sequence, what));
export const set = (element: Der | undefined, what: string): Der[] =>
  childrenOf(universal(element, TAG.set, what));
export const octets = (element: Der | undefined, what: string): Buffer =>
  universal(element, TAG.octets, what).content;

/** A SEQUENCE that fills these bytes completely. */
export const sequenceIn = (bytes: Buffer, what: string): Der[] => sequence(readDer(bytes), what);

/** INTEGER in its shortest form; it may be negative. */
export const integer = (element: Der | undefined, what: string): bigint =>
  number(universal(element, TAG.integer, what).content, what);
export const enumerated = (element: Der | undefined, what: string): bigint =>
  number(universal(element, TAG.enumerated, what).content, what);

function number(content: Buffer, what: string): bigint {
  const [first, second] = content;
  if (first === undefined) return malformed(`${what}: a number without bytes`);
  const padded = second !== undefined && ((first === 0 && second < 128) || (first === 255 && second > 127));
  if (padded) malformed(`${what}: a number not in its shortest form`);
  return BigInt.asIntN(content.length * 8, BigInt(`0x${content.toString('hex')}`));
}

/**
 * BOOLEAN: FF or 00. `lenient` reads every byte except 00 as true, because one device is known to write 01.
 */
export function boolean(element: Der | undefined, what: string, lenient = false): boolean {
  const { content } = universal(element, TAG.boolean, what);
  if (content.length !== 1) malformed(`${what}: a BOOLEAN of ${content.length} bytes`);
  const byte = content[0]!;
  if (byte !== 0 && byte !== 0xff && !lenient) malformed(`${what}: a BOOLEAN that DER does not know`);
  return byte !== 0;
}

export function isNull(element: Der | undefined, what: string): true {
  if (universal(element, TAG.null, what).content.length > 0) malformed(`${what}: a NULL with content`);
  return true;
}

/** OBJECT IDENTIFIER in dotted form. */
export function oid(element: Der | undefined, what: string): string {
  const { content } = universal(element, TAG.oid, what);
  const arcs: number[] = [];
  let arc = 0;
  let fresh = true;
  for (const byte of content) {
    if (fresh && byte === 0x80) malformed(`${what}: an identifier not in its shortest form`);
    arc = arc * 128 + (byte & 127);
    if (!Number.isSafeInteger(arc)) malformed(`${what}: an identifier too large`);
    fresh = byte < 128;
    if (!fresh) continue;
    arcs.push(arc);
    arc = 0;
  }
  if (!fresh || arcs.length === 0) malformed(`${what}: an identifier that does not end`);
  const first = arcs[0]!;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...arcs.slice(1)].join('.');
}

/** The one element inside `[number] EXPLICIT`. */
export function explicit(element: Der | undefined, tag: number, what: string): Der {
  if (element?.tag_class !== 'context' || element.tag !== tag) return malformed(`${what}: not [${tag}]`);
  const [inner, more] = childrenOf(element);
  if (!inner || more) return malformed(`${what}: [${tag}] holds not exactly one element`);
  return inner;
}

/** UTF-8 text in an OCTET STRING. */
export function utf8(element: Der | undefined, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets(element, what));
  } catch {
    return malformed(`${what}: not UTF-8`);
  }
}
