/** Writes DER (X.690) for certificates that tests make; the service itself only reads DER. */

function head(tag: number, length: number): Buffer {
  const lengthBytes =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.from([tag, ...lengthBytes]);
}

export const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([head(tag, content.length), content]);
};

export const seq = (...parts: Buffer[]): Buffer => tlv(0x30, ...parts);
export const setOf = (...parts: Buffer[]): Buffer => tlv(0x31, ...parts);
export const octetString = (content: Buffer): Buffer => tlv(4, content);
export const bitString = (content: Buffer): Buffer => tlv(3, Buffer.of(0), content);
export const nullValue = (): Buffer => tlv(5);
export const bool = (value: boolean): Buffer => tlv(1, Buffer.of(value ? 0xff : 0));
export const utf8String = (text: string): Buffer => tlv(12, Buffer.from(text));

export function int(value: number | bigint, tag = 2): Buffer {
  const hex = BigInt(value).toString(16);
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
  return tlv(tag, bytes[0]! > 127 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}
export const enumValue = (value: number): Buffer => int(value, 10);

export function oidValue(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number) as [number, number, ...number[]];
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc & 127];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      groups.unshift((left & 127) | 128);
    return groups;
  });
  return tlv(6, Buffer.from(bytes));
}

/** `[number] EXPLICIT`, for numbers above 30 too. */
export function tagged(number: number, content: Buffer): Buffer {
  if (number < 31) return tlv(0xa0 | number, content);
  const groups = [number & 127];
  for (let left = number >> 7; left > 0; left >>= 7) groups.unshift((left & 127) | 128);
  const length = head(0, content.length).subarray(1);
  return Buffer.concat([Buffer.of(0xbf, ...groups), length, content]);
}

export function time(at_ms: number): Buffer {
  const text = new Date(at_ms).toISOString().replace(/[-:T]|\.\d+/g, '');
  const year = Number(text.slice(0, 4));
  return year >= 1950 && year < 2050 ? tlv(23, Buffer.from(text.slice(2))) : tlv(24, Buffer.from(text));
}
