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
const storedPair = async (name: string, now: number, make: typeof generate): Promise<CryptoKeyPair> => {
  const database = await openDatabase();
  try {
    const found = () => done<StoredKey | undefined>(database.transaction(STORE).objectStore(STORE).get(name));
    const known = await found();
    if (known) return known.pair;
    const pair = await make();
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

/** Some versions of Safari never answer the first `indexedDB.open` after the browser starts, but a later one. */
const STORE_MS = 3_000;
const TRIES = 10;
const late = (): Promise<null> => new Promise((resolve) => setTimeout(resolve, STORE_MS, null));

type Read = () => Promise<CryptoKeyPair>;

/** Reads anew whenever no answer came in time: a reading may fail once, or never answer. Null after the last one. */
const askUntilAnswered = async (read: Read): Promise<CryptoKeyPair | null> => {
  const readings: Promise<CryptoKeyPair>[] = [];
  for (let at = 0; at < TRIES; at++) {
    readings.push(read().catch(() => new Promise<never>(() => {})));
    const first = await Promise.race([...readings, late()]);
    if (first) return first;
  }
  return null;
};

/** Null where the browser forbids the store, or where it is late; then it gets the key as soon as it answers. */
const atOnce = async (read: Read): Promise<CryptoKeyPair | null> => {
  const first = await Promise.race([read(), late()]).catch(() => undefined);
  if (first === null) void askUntilAnswered(read);
  return first ?? null;
};

/** Whether the tab's key is known to be in the browser's store, also after a reload. */
export interface Kept {
  known: boolean;
  tell(): void;
}

/**
 * If the browser forbids IndexedDB (in a foreign frame), the key lives as long as the page. If the store is late, a
 * new page starts with a new key, which is stored once the store answers. A page whose key is there waits longer for
 * it: with any other key, it would be another device, and could only be loaded anew.
 */
export const openProver = async (name: string, kept: Kept): Promise<Prover> => {
  // An insecure page has no Web Crypto; it reports that before it calls the service.
  if (!isSecureContext) return { prove: () => Promise.reject(new Error('insecure context')) };
  let made: Promise<CryptoKeyPair> | undefined;
  const make = (): Promise<CryptoKeyPair> => {
    made ??= generate();
    return made;
  };
  let own = false;
  const read: Read = async () => {
    const pair = await storedPair(name, Date.now(), make);
    // Another tab may have stored its own key while this page was already using a new one.
    if (!own || pair === (await made)) kept.tell();
    return pair;
  };
  const found = await (kept.known ? askUntilAnswered(read) : atOnce(read));
  own = found === null;
  const pair = found ?? (await make());
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
