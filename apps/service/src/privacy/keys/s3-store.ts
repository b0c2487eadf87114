import { randomUUID } from 'node:crypto';
import { Unavailable } from '../../database/unavailable.ts';
import { type S3Answer, type S3Client, S3Silent, told } from '../../s3/client.ts';
import { s3Ledger } from '../ledger/in-s3.ts';
import type { LedgerPlace } from '../ledger/ledger.ts';
import { forEach } from './each.ts';
import { isKeyId, madeAt } from './key-id.ts';
import { type KeyStore, KeyStoreRefused, type StoredKey } from './store.ts';

const IDENTITY = 'store.json';
const AT_ONCE = 16;
const ONLY_NEW = { 'if-none-match': '*' };

/** Keys in a bucket, one object each. The bucket must forget what is deleted. */
export async function openS3Store(client: S3Client, place: string, { make = true } = {}): Promise<KeyStore> {
  try {
    await refuseRemembering(client, place);
    await refuseUnlisted(client, place);
    const id = (await readIdentity(client, place)) ?? (await makeIdentity(client, place, make));
    await refuseOverwriting(client, place, id);
    return new S3Store(client, place, id);
  } catch (error) {
    if (!(error instanceof S3Silent)) throw error;
    throw new KeyStoreRefused(`The key store ${place} cannot be reached: ${error.message}.`, {
      cause: error,
    });
  }
}

const refused = (place: string, why: string): never => {
  throw new KeyStoreRefused(`The key store ${place} cannot be used: ${why}.`);
};

/** A bucket that keeps versions, or locks objects, keeps the keys of erased people. */
async function refuseRemembering(client: S3Client, place: string): Promise<void> {
  const versioning = await client.call({ method: 'GET', query: { versioning: '' } });
  const text = versioning.body.toString('utf8');
  // A server that does not know the question may answer another one, with 200.
  if (versioning.status !== 200 || !/<VersioningConfiguration[\s/>]/.test(text))
    refused(
      place,
      `whether its bucket keeps versions cannot be read, ${told(versioning)}; ` +
        'the access key needs s3:GetBucketVersioning',
    );
  // A bucket that never had versions answers without a status.
  if (/<Status>/.test(text))
    refused(
      place,
      'its bucket has, or had, versioning, so that deleted keys can be read for ever; use a bucket that never had',
    );
  const lock = await client.call({ method: 'GET', query: { 'object-lock': '' } });
  // Without versioning there is no lock; some servers therefore do not know the question.
  const none =
    lock.code === 'ObjectLockConfigurationNotFoundError' || lock.status === 501 || lock.status === 405;
  if (lock.status === 200)
    refused(place, 'its bucket locks objects, so that no key can be destroyed; use a bucket without a lock');
  if (!none)
    refused(
      place,
      `whether its bucket locks objects cannot be read, ${told(lock)}; ` +
        'the access key needs s3:GetBucketObjectLockConfiguration',
    );
}

/** Without the right to list, S3 answers 403 for a key that was destroyed: it would never count as gone. */
async function refuseUnlisted(client: S3Client, place: string): Promise<void> {
  const answer = await client.call({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1' } });
  if (answer.status !== 200)
    refused(place, `its bucket cannot be listed, ${told(answer)}; the access key needs s3:ListBucket`);
}

async function readIdentity(client: S3Client, place: string): Promise<string | null> {
  const answer = await client.call({ method: 'GET', name: IDENTITY });
  if (answer.status === 404 && answer.code !== 'NoSuchBucket') return null;
  if (answer.status !== 200) return refused(place, `${IDENTITY} cannot be read, ${told(answer)}`);
  const [, id] = /^\{"store_id":"([0-9a-f-]{36})"\}\s*$/.exec(answer.body.toString('utf8')) ?? [];
  return id ?? refused(place, `its ${IDENTITY} cannot be understood; restore it from your backup`);
}

const identityText = (id: string): Buffer => Buffer.from(`${JSON.stringify({ store_id: id })}\n`);

/** Of two starts at once, one makes the id and both use it. */
async function makeIdentity(client: S3Client, place: string, make: boolean): Promise<string> {
  for await (const names of client.names()) {
    if (!names.some(isKeyId)) continue;
    // Another node may have made the store, and keys in it, since the first look.
    return (
      (await readIdentity(client, place)) ??
      refused(place, `it has keys but no ${IDENTITY}; restore that object from your backup of the store`)
    );
  }
  if (!make) throw new KeyStoreRefused(`There is no key store at ${place}.`);
  const body = identityText(randomUUID());
  const answer = await client.call({ method: 'PUT', name: IDENTITY, headers: ONLY_NEW, body });
  if (answer.status !== 200 && answer.status !== 412)
    refused(place, `${IDENTITY} cannot be written, ${told(answer)}`);
  return (await readIdentity(client, place)) ?? refused(place, `${IDENTITY} was written and is not there`);
}

/** A server that ignores the condition would let a second write replace a key. The probe changes nothing. */
async function refuseOverwriting(client: S3Client, place: string, id: string): Promise<void> {
  const probe = { method: 'PUT', name: IDENTITY, headers: ONLY_NEW, body: identityText(id) } as const;
  const answer = await client.call(probe);
  if (answer.status === 200)
    refused(place, 'its server ignores If-None-Match, so that keys could be overwritten');
  if (answer.status !== 412) refused(place, `it cannot be written, ${told(answer)}`);
}

class S3Store implements KeyStore {
  readonly id: string;
  readonly place: string;
  readonly ledger: LedgerPlace;
  readonly #client: S3Client;

  constructor(client: S3Client, place: string, id: string) {
    this.#client = client;
    this.place = place;
    this.id = id;
    this.ledger = s3Ledger(client, place);
  }

  async put(keys: readonly StoredKey[]): Promise<void> {
    const begun = new Set<string>();
    try {
      await forEach(keys, AT_ONCE, (key) => this.#put(key, begun));
    } catch (error) {
      await this.destroy(...begun).catch(() => {});
      throw error;
    }
  }

  async get(key_id: string): Promise<Buffer | null> {
    const answer = await this.#call('GET', key_id);
    if (answer.status === 200) return answer.body;
    // Any other 404 is that of a bucket which is not there: it must not make every person look erased.
    if (answer.status === 404 && answer.code === 'NoSuchKey') return null;
    throw this.#unavailable('read', answer);
  }

  async getMany(key_ids: readonly string[]): Promise<Map<string, Buffer>> {
    const found = new Map<string, Buffer>();
    await forEach(new Set(key_ids), AT_ONCE, async (key_id) => {
      const wrapped = await this.get(key_id);
      if (wrapped) found.set(key_id, wrapped);
    });
    return found;
  }

  destroy(...key_ids: string[]): Promise<void> {
    return forEach(key_ids, AT_ONCE, async (key_id) => {
      const answer = await this.#call('DELETE', key_id);
      const gone = answer.status === 204 || answer.status === 200 || answer.code === 'NoSuchKey';
      if (!gone) throw this.#unavailable('deleted', answer);
      this.#refuseVersions(answer);
    });
  }

  async *list() {
    for await (const names of this.#client.names())
      for (const key_id of names) if (isKeyId(key_id)) yield { key_id, made_at: madeAt(key_id) };
  }

  async #put({ key_id, wrapped }: StoredKey, begun: Set<string>): Promise<void> {
    begun.add(key_id);
    const answer = await this.#call('PUT', key_id, wrapped);
    // A first try whose answer was lost has stored the key: it is there, with these very bytes.
    const own = answer.status === 412 && answer.repeated && (await this.get(key_id))?.equals(wrapped);
    if (answer.status === 412 && !own) {
      begun.delete(key_id);
      throw new Error(`there is a data key ${key_id} already`);
    }
    if (answer.status !== 200 && !own) throw this.#unavailable('written', answer);
    this.#refuseVersions(answer);
  }

  async #call(method: 'GET' | 'PUT' | 'DELETE', key_id: string, body?: Buffer): Promise<S3Answer> {
    // Any other text could be the name of another object.
    if (!isKeyId(key_id)) throw new Error('this is not the id of a data key');
    try {
      return await this.#client.call({ method, name: key_id, ...(body && { body, headers: ONLY_NEW }) });
    } catch (error) {
      if (!(error instanceof S3Silent)) throw error;
      throw new Unavailable(`The key store ${this.place} does not answer.`, { cause: error });
    }
  }

  /** Versioning that was switched on since the start: a key that is deleted now would stay. */
  #refuseVersions({ headers }: S3Answer): void {
    const version = headers.get('x-amz-version-id');
    if (headers.has('x-amz-delete-marker') || (version && version !== 'null'))
      throw new Unavailable(
        `The bucket of ${this.place} keeps versions since it was opened: a deleted key would stay.`,
      );
  }

  #unavailable(what: string, answer: S3Answer): Unavailable {
    return new Unavailable(`A key at ${this.place} cannot be ${what}: ${told(answer)}.`);
  }
}
