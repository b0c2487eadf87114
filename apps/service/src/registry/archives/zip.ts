import { posix } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { Unfit } from '../artifact.ts';
import { requireOnce, requireSafe } from './names.ts';

const END = Buffer.from('PK\x05\x06', 'latin1');
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const COMMENT_MAX = 0xffff;
/** Types of files in the upper half of a Unix mode. */
const TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;
const STORED = 0;
const DEFLATED = 8;
const LINK_MAX = 4_096;

interface Entry {
  name: string;
  link: string | null;
}

/** Where the central directory ends. A comment may follow it, and must end with the file. */
function endOf(zip: Buffer): number {
  const from = Math.max(0, zip.length - END_BYTES - COMMENT_MAX);
  const at = zip.lastIndexOf(END);
  if (at < from || at + END_BYTES > zip.length || at + END_BYTES + zip.readUInt16LE(at + 20) !== zip.length)
    throw new Unfit('it is no zip file, or a damaged one');
  return at;
}

/**
 * The names in a zip archive, from its central directory and compared with the header of each file, because
 * programs differ in which of the two they believe (APPNOTE 6.3.10 §4.3). Nothing is unpacked.
 */
export function readZip(zip: Buffer): string[] {
  const end = endOf(zip);
  const [count, bytes, start] = [
    zip.readUInt16LE(end + 10),
    zip.readUInt32LE(end + 12),
    zip.readUInt32LE(end + 16),
  ];
  if (start + bytes !== end || count === 0xffff)
    throw new Unfit('its zip directory is damaged, or of form Zip64');
  const names: string[] = [];
  const links: { name: string; link: string }[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || zip.readUInt32LE(at) !== ENTRY) throw new Unfit('its zip directory is damaged');
    const { name, link } = entryAt(zip, at);
    requireSafe(name);
    if (link !== null) links.push({ name, link });
    names.push(name);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  if (at !== end) throw new Unfit('its zip directory is damaged');
  requireOnce(names);
  for (const { name, link } of links) requireInside(name, link);
  requireNothingThrough(links, names);
  return names;
}

/**
 * Refuses a file below a link, and a link that leads through another one: each link alone may stay inside, and two of
 * them may lead out.
 */
function requireNothingThrough(
  links: readonly { name: string; link: string }[],
  names: readonly string[],
): void {
  const linked = new Set(links.map(({ name }) => name.replace(/\/$/, '')));
  const above = (path: string): string[] => path.split('/').map((_, i, parts) => parts.slice(0, i).join('/'));
  const through = (path: string) => above(path.replace(/\/$/, '')).some((part) => linked.has(part));
  const targets = links.map(({ name, link }) => posix.join(posix.dirname(name), link));
  // Read as it is written, without joining: a link that is left by `..` again was still followed.
  const climbs = links.some(({ link }) => /(^|\/)[^/.][^/]*\/\.\.(\/|$)/.test(link));
  const bad = [...names, ...targets].find(through) ?? (climbs ? links[0]!.name : undefined);
  if (bad !== undefined) throw new Unfit(`${bad} in it lies behind a link`);
}

function entryAt(zip: Buffer, at: number): Entry {
  const name = zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28));
  const local = zip.readUInt32LE(at + 42);
  if (local + 30 > at || zip.readUInt32LE(local) !== LOCAL) throw new Unfit('a file in it has no header');
  const length = zip.readUInt16LE(local + 26);
  if (!zip.subarray(local + 30, local + 30 + length).equals(name))
    throw new Unfit(`${name.toString('utf8')} in it has two names`);
  const mode = zip.readUInt32LE(at + 38) >>> 16;
  if ((mode & TYPE) !== SYMBOLIC_LINK) return { name: name.toString('utf8'), link: null };
  const from = local + 30 + length + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20));
  const link = linkIn(packed, zip.readUInt16LE(at + 10), name.toString('utf8'));
  return { name: name.toString('utf8'), link };
}

function linkIn(packed: Buffer, method: number, name: string): string {
  try {
    if (method === STORED) return packed.toString('utf8');
    if (method === DEFLATED) return inflateRawSync(packed, { maxOutputLength: LINK_MAX }).toString('utf8');
  } catch {
    // Damaged, or far too long for a path.
  }
  throw new Unfit(`the link ${name} in it cannot be read`);
}

/** Frameworks of macOS hold links (`Versions/Current` → `A`). One must stay below the archive’s own top folder. */
function requireInside(name: string, link: string): void {
  let depth = name.split('/').length - 2;
  for (const part of link.split('/')) {
    depth += part === '..' ? -1 : part === '.' ? 0 : 1;
    if (depth < 0 || part === '' || /[\\\p{Cc}]/u.test(part))
      throw new Unfit(`the link ${name} in it leads out of its folder`);
  }
}
