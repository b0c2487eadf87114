import type { Environment } from '@standpoint/contract';
import { compactDecrypt, decodeProtectedHeader } from 'jose';
import { refuse } from '../refuse.ts';
import type { KeyRing } from './signing-keys.ts';

const JWE = /^[A-Za-z0-9_-]+\.\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{22}$/;

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
  if (!JWE.test(payload)) refuse('payload_unreadable', 'not a compact JWE with a direct key');
  try {
    const header = decodeProtectedHeader(payload) as Record<string, unknown>;
    const key =
      keys.of(env).opening.get(String(header.kid)) ??
      refuse('payload_unreadable', 'sealed to an unknown key');
    const opened = await compactDecrypt(payload, key.private_key, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return { header, content: opened.plaintext };
  } catch (cause) {
    return refuse('payload_unreadable', 'the JWE does not open', { cause });
  }
}
