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
/** Keys are published a day ahead, so cached keys bridge a short outage of the service. */
const STALE_MS = 24 * 3_600_000;
/** An unknown kid may mean a rotation, or an attacker that invents kids. */
const COOLDOWN_MS = 30_000;

/** The service's published Ed25519 keys (RFC 8037, RFC 7517), fetched when needed and cached. */
export class SigningKeys {
  readonly #jwksUrl: string;
  readonly #set: ReturnType<typeof createRemoteJWKSet>;
  /** The keys that jose fetched last, and the time. */
  readonly #cache: Partial<ExportedJWKSCache> = {};
  #triedAt = Number.NEGATIVE_INFINITY;

  constructor({ jwksUrl, fetch, timeoutMs, userAgent }: Settings) {
    this.#jwksUrl = jwksUrl;
    this.#set = createRemoteJWKSet(new URL(jwksUrl), {
      timeoutDuration: timeoutMs,
      headers: { 'user-agent': userAgent },
      cacheMaxAge: STALE_MS,
      // `find` decides when to ask again, because jose itself pauses only after a success.
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

  /** Throws a `ConnectionError` without keys that are recent enough, and jose's error for an unknown kid. */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const { jwks, uat = 0 } = this.#cache;
    const known = jwks?.keys.some(({ kid }) => kid === header.kid);
    // Old keys are used when new ones cannot be fetched.
    if (jwks && (!known || Date.now() - uat > FRESH_MS)) await this.#set.reload().catch(() => undefined);
    return this.#set(header, token).catch((cause) => {
      if (cause instanceof errors.JWKSNoMatchingKey) throw cause;
      throw new ConnectionError(`The signing keys at ${this.#jwksUrl} cannot be read`, { cause });
    });
  };
}
