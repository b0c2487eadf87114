import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import { compactDecrypt, decodeProtectedHeader } from 'jose';
import { type RefusalDetail, refuse } from '../refuse.ts';
import type { KeyRing } from './signing-keys.ts';

const JWE = /^[A-Za-z0-9_-]+\.\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{22}$/;

type Fields = NonNullable<RefusalDetail['fields']>;

/**
 * Refuses a payload with 422 `payload_unreadable`. The sandbox alone says at which step: in words, and as the
 * path of the part that is wrong, from `payload` over `payload.header` and `payload.content` to
 * `payload.core`. Production gives one answer, so that the service cannot be used to find out how a payload
 * has to be bent.
 */
export function unreadable(
  env: Environment,
  path: string,
  step: string,
  { fields, cause }: { fields?: Fields; cause?: unknown } = {},
): never {
  const told = env === 'sandbox' ? hint(path, step, fields) : {};
  return refuse('payload_unreadable', step, { ...told, cause });
}

const hint = (path: string, step: string, fields: Fields = [{ path: '', message: step }]) => ({
  message: `The payload cannot be opened or read: ${step}.`,
  fields: fields.map((field) => ({ ...field, path: field.path ? `${path}.${field.path}` : path })),
});

/**
 * The protected header of a payload. The five parts must have exactly the lengths of our algorithms, and their
 * only spelling: each further one would be a new text for the same recording.
 */
export function headerOf(env: Environment, payload: string): Record<string, unknown> {
  if (!JWE.test(payload))
    unreadable(env, 'payload', 'it is not a compact JWE: five parts, the second empty, all in base64url');
  const at = payload.split('.').findIndex((part) => !isCanonical(part));
  if (at >= 0)
    unreadable(env, at === 0 ? 'payload.header' : 'payload', `part ${at + 1} is not canonical base64url`);
  try {
    return decodeProtectedHeader(payload) as Record<string, unknown>;
  } catch (cause) {
    const step = 'its protected header is not a JSON object in base64url';
    return unreadable(env, 'payload.header', step, { cause });
  }
}

const isCanonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part;

/**
 * Opens a payload that a client sealed to the service's key: compact JWE (RFC 7516), ECDH-ES direct on P-256,
 * A256GCM. Refuses everything else with 422 `payload_unreadable`.
 */
export async function openPayload(keys: KeyRing, env: Environment, payload: string): Promise<Uint8Array> {
  const header = headerOf(env, payload);
  const key = keys.of(env).opening.get(String(header.kid));
  if (!key)
    return unreadable(
      env,
      'payload.header.kid',
      'it is sealed to an unknown key; take kid from the enc claim of the token',
    );
  try {
    const opened = await compactDecrypt(payload, key.private_key, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return opened.plaintext;
  } catch (cause) {
    return onCurve(header.epk)
      ? unreadable(
          env,
          'payload.ciphertext',
          'it cannot be decrypted; another key, or a header or bytes that were changed after sealing',
          { cause },
        )
      : unreadable(env, 'payload.header.epk', 'its ephemeral key (epk) is no point of P-256', { cause });
  }
}

function onCurve(epk: unknown): boolean {
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key: epk as JsonWebKey, format: 'jwk' });
    return asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
