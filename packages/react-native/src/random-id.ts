import { hexOf } from './sealing/bytes.ts';
import type { Cryptography } from './sealing/operations.ts';

/** A UUID of version 4 (RFC 9562 §5.4). */
export const randomId = ({ random }: Pick<Cryptography, 'random'>): string => {
  const bytes = random(16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
