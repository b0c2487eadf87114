import type { Settings } from './config.ts';
import { ConnectionError } from './errors.ts';

const FRESH_MS = 10 * 60_000;
/** Keys are published a day ahead: with old ones a short outage of the service stops nobody. */
const STALE_MS = 24 * 3_600_000;
/** An unknown kid may mean a rotation, or somebody who invents kids. */
const COOLDOWN_MS = 30_000;

type Keys = Map<string, CryptoKey>;

const importKeys = async (jwks: JsonWebKey[]): Promise<Keys> => {
  const keys: Keys = new Map();
  for (const { kid, kty, crv, x, use } of jwks as (JsonWebKey & { kid?: string })[]) {
    if (typeof kid !== 'string' || kty !== 'OKP' || crv !== 'Ed25519' || use !== 'sig' || !x) continue;
    keys.set(kid, await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']));
  }
  return keys;
};

/** The service's published Ed25519 keys (RFC 8037, RFC 7517), fetched when needed and kept. */
export class SigningKeys {
  readonly #settings: Settings;
  #keys: Keys = new Map();
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #fetching: Promise<void> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Throws `ConnectionError` when there are no keys that are young enough. */
  async find(kid: string): Promise<CryptoKey | undefined> {
    const age = Date.now() - this.#fetchedAt;
    const mayAsk = Date.now() - this.#triedAt > COOLDOWN_MS || age === Number.POSITIVE_INFINITY;
    if ((age > FRESH_MS || !this.#keys.has(kid)) && mayAsk) {
      this.#fetching ??= this.#fetch().finally(() => {
        this.#fetching = undefined;
      });
      try {
        await this.#fetching;
      } catch (error) {
        if (age > STALE_MS) throw error;
      }
    }
    if (Date.now() - this.#fetchedAt > STALE_MS) throw new ConnectionError('The signing keys are too old');
    return this.#keys.get(kid);
  }

  async #fetch(): Promise<void> {
    this.#triedAt = Date.now();
    const { jwksUrl, fetch, timeoutMs } = this.#settings;
    try {
      const response = await fetch(jwksUrl, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
      const { keys } = (await response.json()) as { keys: JsonWebKey[] };
      if (!response.ok || !Array.isArray(keys)) throw new Error(`HTTP ${response.status}`);
      this.#keys = await importKeys(keys);
      this.#fetchedAt = Date.now();
    } catch (cause) {
      throw new ConnectionError(`The signing keys at ${jwksUrl} cannot be fetched`, { cause });
    }
  }
}
