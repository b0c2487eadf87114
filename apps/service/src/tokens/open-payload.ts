import type { Environment } from '@standpoint/contract';
import { compactDecrypt, decodeProtectedHeader } from 'jose';
import { type RefusalDetail, refuse } from '../refuse.ts';
import type { KeyRing } from './signing-keys.ts';

const JWE = /^[A-Za-z0-9_-]+\.\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{22}$/;

/**
 * Refuses a payload with 422 `payload_unreadable`. The sandbox alone says at which step: production gives one
 * answer, so that the service cannot be used to find out how a payload has to be bent.
 */
export function unreadable(env: Environment, step: string, detail: RefusalDetail = {}): never {
  const told = env === 'sandbox' ? { message: `The payload cannot be opened or read: ${step}.` } : {};
  return refuse('payload_unreadable', step, { ...told, ...detail });
}

/**
 * Opens a payload that a client sealed to the service's key: compact JWE (RFC 7516), ECDH-ES direct on P-256,
 * A256GCM. The five parts must have exactly the lengths of these algorithms. Refuses everything else with 422
 * `payload_unreadable`.
 */
export async function openPayload(
  keys: KeyRing,
  env: Environment,
  payload: string,
): Promise<{ header: Record<string, unknown>; content: Uint8Array }> {
  if (!JWE.test(payload))
    unreadable(env, 'it is not a compact JWE: five parts, the second empty, all in base64url');
  const header = headerOf(env, payload);
  const key = keys.of(env).opening.get(String(header.kid));
  if (!key)
    return unreadable(env, 'it is sealed to an unknown key; take kid from the enc claim of the token');
  try {
    const opened = await compactDecrypt(payload, key.private_key, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return { header, content: opened.plaintext };
  } catch (cause) {
    return unreadable(env, stepOf(cause), { cause });
  }
}

function headerOf(env: Environment, payload: string): Record<string, unknown> {
  try {
    return decodeProtectedHeader(payload) as Record<string, unknown>;
  } catch (cause) {
    return unreadable(env, 'its protected header is not a JSON object in base64url', { cause });
  }
}

const stepOf = (cause: unknown): string =>
  (cause as { code?: string }).code === 'ERR_JWE_DECRYPTION_FAILED'
    ? 'it cannot be decrypted; another key, or a header or bytes that were changed after sealing'
    : 'its protected header asks for something else than ECDH-ES on P-256 with A256GCM';
