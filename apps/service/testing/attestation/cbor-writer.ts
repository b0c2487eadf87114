/** Writes CBOR (RFC 8949) in its shortest form. */
export type Writable = number | boolean | string | Buffer | Writable[] | Map<string | number, Writable>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value);
  if (value < 256) return Buffer.of((major << 5) | 24, value);
  if (value < 65_536) return Buffer.of((major << 5) | 25, value >> 8, value & 255);
  const bytes = Buffer.alloc(5);
  bytes[0] = (major << 5) | 26;
  bytes.writeUInt32BE(value, 1);
  return bytes;
}

export function cbor(value: Writable): Buffer {
  if (typeof value === 'boolean') return Buffer.of(value ? 0xf5 : 0xf4);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  return cborMap([...value]);
}

/** A map of these pairs, which may repeat a key. */
export const cborMap = (pairs: [string | number, Writable][]): Buffer =>
  Buffer.concat([head(5, pairs.length), ...pairs.flatMap(([key, item]) => [cbor(key), cbor(item)])]);
