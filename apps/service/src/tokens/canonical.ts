/**
 * The longest token text that is read. The largest token that can be minted (every field at its limit) is
 * shorter; see the test.
 */
export const MAX_TOKEN_LENGTH = 12_288;

const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/**
 * The three parts of a compact JWS, or null. Libraries accept many spellings of one signed token (unused bits
 * of the last character, padding, blanks). Each spelling would be a new text for the same token, so only the
 * canonical one is read.
 */
export function canonicalParts(token: string): { header: Buffer; payload: Buffer; signature: Buffer } | null {
  if (token.length > MAX_TOKEN_LENGTH || !COMPACT.test(token)) return null;
  const [header, payload, signature] = token.split('.').map((part) => {
    const bytes = Buffer.from(part, 'base64url');
    return bytes.toString('base64url') === part ? bytes : null;
  });
  return header && payload && signature ? { header, payload, signature } : null;
}
