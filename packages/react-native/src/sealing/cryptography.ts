import { fail } from '../../../web/src/errors.ts';
import type { Bytes } from './bytes.ts';
import type { Cryptography, CryptoSource } from './operations.ts';
import { pureSealing } from './pure.ts';
import { webSealing } from './web-crypto.ts';

const sourceOf = (given?: CryptoSource): CryptoSource => {
  const source = given ?? (globalThis.crypto as CryptoSource | undefined);
  if (typeof source?.getRandomValues === 'function') return source;
  // `Math.random` can be predicted, and so could the key of every payload.
  return fail('config_invalid', {
    detail: 'no crypto.getRandomValues: import react-native-get-random-values first, or pass crypto,',
  });
};

/**
 * WebCrypto where the app has it (a native module, or the web), else the audited JavaScript of @noble, because
 * Hermes has none. Throws `config_invalid` when there is no source of randomness.
 */
export const openCryptography = (given?: CryptoSource): Cryptography => {
  const source = sourceOf(given);
  const random = (length: number): Bytes => {
    const bytes = new Uint8Array(length);
    source.getRandomValues(bytes);
    return bytes;
  };
  const { subtle } = source;
  return { random, ...(subtle ? webSealing(subtle) : pureSealing(random)) };
};
