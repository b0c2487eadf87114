import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Of each stored key, the last one derived: it is forgotten together with the stored one. */
const known = new WeakMap<KeyObject, { context: string; derived: KeyObject }>();

/**
 * The key that a person's data are sealed with: HMAC-SHA-256 of the context under the stored key (one block of
 * NIST SP 800-108). A writer of the database who gives a person the key id of another gets a key that opens
 * nothing, because the person is part of the context: `org|env|customer`.
 */
export function deriveFor(key: KeyObject, context: string): KeyObject {
  const last = known.get(key);
  if (last?.context === context) return last.derived;
  const mac = createHmac('sha256', key).update(`standpoint data of\0${context}`).digest();
  const derived = createSecretKey(mac);
  known.set(key, { context, derived });
  return derived;
}
