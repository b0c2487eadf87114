import { sha256Text, toBase64url } from './bytes.ts';

/** Signs requests with a key that only this browser has (a JWS in the form of DPoP, RFC 9449). */
export interface Prover {
  /** Value of `Standpoint-Proof`, bound to the token (`ath`) or to the code (`ch`). */
  prove(method: string, url: string, bound: { token?: string; code?: string; now: number }): Promise<string>;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const DATABASE = 'standpoint-face';
const STORE = 'keys';
const KEPT_MS = 24 * 3_600_000;

interface StoredKey {
  name: string;
  pair: CryptoKeyPair;
  at: number;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const openDatabase = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'name' });
  return done(request);
};

const generate = (): Promise<CryptoKeyPair> =>
  // Not extractable: a script injected into the page can use the key while the page is open, but cannot
  // export it.
  crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);

/** The key of this name. `add` fails if another tab was first; then that tab's key is used. */
const storedPair = async (name: string, now: number): Promise<CryptoKeyPair> => {
  const database = await openDatabase();
  try {
    const found = () => done<StoredKey | undefined>(database.transaction(STORE).objectStore(STORE).get(name));
    const known = await found();
    if (known) return known.pair;
    const pair = await generate();
    const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
    for (const old of await done<StoredKey[]>(store.getAll())) {
      if (old.at < now - KEPT_MS) store.delete(old.name);
    }
    try {
      await done(store.add({ name, pair, at: now } satisfies StoredKey));
      return pair;
    } catch {
      return (await found())?.pair ?? pair;
    }
  } finally {
    database.close();
  }
};

const encode = (value: object): string => toBase64url(new TextEncoder().encode(JSON.stringify(value)));

/** The compact JWS of one request. `iat` in seconds. */
export const signProof = async (
  pair: CryptoKeyPair,
  claims: { htm: string; htu: string; iat: number; jti: string; ath?: string; ch?: string },
): Promise<string> => {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } };
  const text = `${encode(header)}.${encode(claims)}`;
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    pair.privateKey,
    new TextEncoder().encode(text),
  );
  return `${text}.${toBase64url(new Uint8Array(signature))}`;
};

/** Some versions of Safari never answer the first `indexedDB.open` after the browser starts. */
const STORE_MS = 3_000;

const inTime = <T>(promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    promise.then(resolve, reject);
    setTimeout(() => reject(new Error('the store does not answer')), STORE_MS);
  });

/** If the browser forbids IndexedDB (in a foreign frame), the key lives as long as the page. */
export const openProver = async (name: string): Promise<Prover> => {
  // An insecure page has no Web Crypto; it reports that before it calls the service.
  if (!isSecureContext) return { prove: () => Promise.reject(new Error('insecure context')) };
  const pair = await inTime(storedPair(name, Date.now())).catch(generate);
  return {
    prove: async (htm, url, { token, code, now }) =>
      signProof(pair, {
        jti: crypto.randomUUID(),
        htm,
        htu: url.replace(/[?#].*$/, ''),
        iat: Math.floor(now / 1_000),
        ...(token && { ath: await sha256Text(token) }),
        ...(code && { ch: await sha256Text(code) }),
      }),
  };
};
