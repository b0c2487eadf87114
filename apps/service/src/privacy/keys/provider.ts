import { createSecretKey, type KeyObject } from 'node:crypto';
import { type Envelope, openBytes, sealBytes, WRAPPING } from '../envelope.ts';

/**
 * What wraps data keys: shaped like PKCS#11 (`C_WrapKey`, `C_UnwrapKey`) and the key services of clouds
 * (`Encrypt`, `Decrypt` with a context), which answer over a network. Each blob records the version of the key
 * that wrapped it, so that a provider can rotate and still open what is older. The root key's provider is the
 * only one that comes with the service.
 */
export interface KeyProvider {
  /** `context` is bound in: a blob opens only where it belongs. */
  wrap(data_key: Buffer, context: string): Promise<Buffer>;
  /** Throws when the blob was changed, or belongs to another context or key. */
  unwrap(wrapped: Uint8Array, context: string): Promise<KeyObject>;
}

/** What is bound into the wrapped key with this id. */
export const keyContext = (key_id: string): string => `data-key|${key_id}`;

/** Of the provider. A provider for another kind of key takes another number. */
const ROOT = 1;
/** Of the root key, which there is only one of so far. */
const VERSION = 1;

const headed = (context: string): string => `${context}|${ROOT}|${VERSION}`;

/**
 * Opens a blob of the root key's provider at once. For a worker thread, which has the wrapping key alone and
 * opens thousands in a row; all other code asks `DataKeys`.
 */
export function unwrapWithRootKey(wrapping: KeyObject, wrapped: Uint8Array, context: string): KeyObject {
  const [provider, version] = wrapped;
  if (provider !== ROOT || version !== VERSION)
    throw new Error(
      `the data key is wrapped by version ${version} of provider ${provider}, which is not here`,
    );
  return createSecretKey(openBytes(wrapping, wrapped.subarray(2), headed(context)));
}

/** Wraps with a subkey of the root key: provider (1) ‖ version of the key (1) ‖ sealed bytes. */
export function rootKeyProvider(envelope: Pick<Envelope, 'subkey'>): KeyProvider {
  const wrapping = envelope.subkey(WRAPPING);
  return {
    wrap: async (data_key, context) =>
      Buffer.concat([Buffer.of(ROOT, VERSION), sealBytes(wrapping, data_key, headed(context))]),
    unwrap: async (wrapped, context) => unwrapWithRootKey(wrapping, wrapped, context),
  };
}
