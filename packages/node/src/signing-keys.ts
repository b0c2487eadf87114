import {
  createRemoteJWKSet,
  customFetch,
  type ExportedJWKSCache,
  errors,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
  jwksCache,
} from 'jose';
import type { Settings } from './config.ts';
import { ConnectionError } from './errors.ts';

const FRESH_MS = 10 * 60_000;
/** Keys are published a day ahead: with old ones a short outage of the service stops nobody. */
const STALE_MS = 24 * 3_600_000;
/** An unknown kid may mean a rotation, or an attacker who invents kids. */
const COOLDOWN_MS = 30_000;

/** The service's published Ed25519 keys (RFC 8037, RFC 7517), fetched when needed and kept. */
export class SigningKeys {
  readonly #jwksUrl: string;
  readonly #set: ReturnType<typeof createRemoteJWKSet>;
  /** What jose fetched last, and when. */
  readonly #cache: Partial<ExportedJWKSCache> = {};
  #triedAt = Number.NEGATIVE_INFINITY;

  constructor({ jwksUrl, fetch, timeoutMs, userAgent }: Settings) {
    this.#jwksUrl = jwksUrl;
    this.#set = createRemoteJWKSet(new URL(jwksUrl), {
      timeoutDuration: timeoutMs,
      headers: { 'user-agent': userAgent },
      cacheMaxAge: STALE_MS,
      // When to ask again is decided in `find`: jose's own pause follows a success only.
      cooldownDuration: Number.POSITIVE_INFINITY,
      [jwksCache]: this.#cache as JWKSCacheInput,
      [customFetch]: (url, init) => {
        if (this.#cache.jwks && Date.now() - this.#triedAt <= COOLDOWN_MS)
          throw new Error('asked a moment ago');
        this.#triedAt = Date.now();
        return fetch(url, init);
      },
    });
  }

  /** Throws `ConnectionError` without keys that are young enough, and jose's error for an unknown kid. */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const { jwks, uat = 0 } = this.#cache;
    const known = jwks?.keys.some(({ kid }) => kid === header.kid);
    // Old keys do when new ones cannot be had.
    if (jwks && (!known || Date.now() - uat > FRESH_MS)) await this.#set.reload().catch(() => undefined);
    return this.#set(header, token).catch((cause) => {
      if (cause instanceof errors.JWKSNoMatchingKey) throw cause;
      throw new ConnectionError(`The signing keys at ${this.#jwksUrl} cannot be read`, { cause });
    });
  };
}
