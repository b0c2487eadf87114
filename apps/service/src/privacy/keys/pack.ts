import { randomBytes } from '../../chance.ts';

/**
 * A file of up to 31 wrapped keys: a head, then one place per key, all of one size. 128 bytes hold what the
 * root key wraps, so a whole pack is one block of 4 KiB, and a place lies within one sector: a crash leaves it
 * as it was before or after, never half written. Larger blobs, of a key service, get larger places.
 *
 * head: `SPK1` ‖ size of a place (2) ‖ zeros. Place: state (1) ‖ length (2) ‖ the wrapped key ‖ zeros.
 */
const MAGIC = Buffer.from('SPK1');
const UNIT = 128;
const LIVE = 1;
const BEFORE_KEY = 3;

/** The bytes of a new pack with these keys by place. */
export function encodePack(keys: ReadonlyMap<number, Buffer>): Buffer {
  const longest = Math.max(...[...keys.values()].map(({ length }) => length));
  const size = UNIT * Math.ceil((BEFORE_KEY + longest) / UNIT);
  const pack = Buffer.alloc(size * (1 + Math.max(...keys.keys())));
  MAGIC.copy(pack);
  pack.writeUInt16BE(size, MAGIC.length);
  for (const [place, wrapped] of keys) {
    pack[place * size] = LIVE;
    pack.writeUInt16BE(wrapped.length, place * size + 1);
    wrapped.copy(pack, place * size + BEFORE_KEY);
  }
  return pack;
}

/** Size of one place. 0 in a file that a killed process had only begun: it has no key. */
function sizeOf(pack: Buffer): number {
  if (pack.subarray(0, UNIT).every((byte) => byte === 0)) return 0;
  if (!pack.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('the file is not a pack of keys');
  return pack.readUInt16BE(MAGIC.length);
}

/** The wrapped key at this place; null when there is none, or none any more. */
export function readPlace(pack: Buffer, place: number): Buffer | null {
  const size = sizeOf(pack);
  const start = place * size;
  if (size === 0 || start + size > pack.length || pack[start] !== LIVE) return null;
  const end = start + BEFORE_KEY + pack.readUInt16BE(start + 1);
  return end > start + size ? null : Buffer.from(pack.subarray(start + BEFORE_KEY, end));
}

/** The places that have a key. */
export function livePlaces(pack: Buffer): number[] {
  const size = sizeOf(pack);
  if (size === 0) return [];
  const places = Array.from({ length: Math.floor(pack.length / size) - 1 }, (_, index) => index + 1);
  return places.filter((place) => pack[place * size] === LIVE);
}

/** What to write over a place to destroy its key, and where. Null when the pack has no such place. */
export function overwriting(pack: Buffer, place: number): { at: number; noise: Buffer } | null {
  const size = sizeOf(pack);
  if (size === 0 || (place + 1) * size > pack.length) return null;
  const noise = randomBytes(size);
  noise[0] = 0;
  return { at: place * size, noise };
}
