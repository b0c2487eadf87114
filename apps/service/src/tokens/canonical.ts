/**
 * Longest token text that is looked at. The largest mint (every field at its limit) stays below; see the
 * test.
 */
export const MAX_TOKEN_LENGTH = 12_288;

const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/**
 * The three parts of a compact JWS, or null. One signed token has many spellings that libraries accept
 * (unused bits of the last character, padding, blanks): each re-spelling would be a new text for the same
 * token, so only the canonical one is looked at.
 */
export function canonicalParts(token: string): { header: Buffer; payload: Buffer; signature: Buffer } | null {
  if (token.length > MAX_TOKEN_LENGTH || !COMPACT.test(token)) return null;
  const [header, payload, signature] = token.split('.').map((part) => {
    const bytes = Buffer.from(part, 'base64url');
    return bytes.toString('base64url') === part ? bytes : null;
  });
  return header && payload && signature ? { header, payload, signature } : null;
}
