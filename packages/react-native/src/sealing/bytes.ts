/**
 * Texts and bytes without `TextDecoder`, `atob` and `btoa`: several engines that React Native runs on lack one of
 * them.
 */
export type Bytes = Uint8Array<ArrayBuffer>;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** RFC 4648 §5 without padding. */
export const toBase64url = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const bits = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let i = 0; i <= Math.min(left, 3); i++) text += ALPHABET[(bits >> (18 - 6 * i)) & 63];
  }
  return text;
};

/** Bytes of base64 or base64url, padded or not. Throws at any other character. */
export const fromBase64url = (text: string): Bytes => {
  const clean = text.replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_');
  const bytes = new Uint8Array((clean.length * 3) >> 2);
  for (let at = 0, bits = 0; at < clean.length; at++) {
    const value = ALPHABET.indexOf(clean[at]!);
    if (value < 0) throw new TypeError('not base64');
    bits = (bits << 6) | value;
    const filled = (at + 1) * 6;
    if (filled % 8 < 6) bytes[(filled >> 3) - 1] = (bits >> (filled % 8)) & 255;
  }
  return bytes;
};

/** UTF-8 of a text. */
export const utf8 = (text: string): Bytes => {
  const escaped = encodeURIComponent(text).replace(/%(..)/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Uint8Array.from(escaped, (character) => character.charCodeAt(0));
};

/** The text of UTF-8 bytes. Throws when they are no UTF-8. */
export const textOf = (bytes: Uint8Array): string => {
  let escaped = '';
  for (const byte of bytes) escaped += `%${byte.toString(16).padStart(2, '0')}`;
  return decodeURIComponent(escaped);
};

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
