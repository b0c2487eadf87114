import { createHmac } from 'node:crypto';
import { crockford, randomBytes } from '../ids.ts';
import type { Envelope } from '../privacy/envelope.ts';

/** 16 Crockford symbols of 5 bits: 80 bits. */
export const CODE_BITS = 80;

export const newCode = (): string => crockford(randomBytes(CODE_BITS / 8));

/**
 * A code as a person or a camera may give it → its one form, or null. Crockford's rules: case does not
 * matter, O is 0, I and L are 1, hyphens and spaces are dropped. U is in no code.
 */
export function normaliseCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : null;
}

/** What is stored of a code: keyed, so that a stolen table opens nothing. */
export const codeHmac = (envelope: Envelope, code: string): Buffer =>
  createHmac('sha256', envelope.subkey('short-code')).update(code).digest();
