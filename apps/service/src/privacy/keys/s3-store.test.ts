import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestBucket, type TestBucket } from '../../../testing/keys/s3-server.ts';
import { idsIn, newKeys } from '../../../testing/keys/store.ts';
import { mutant } from '../../../testing/mutant.ts';
import { S3Client } from '../../s3/client.ts';
import { openS3Store } from './s3-store.ts';

let bucket: TestBucket;
beforeEach(async () => {
  bucket = await openTestBucket();
});
afterEach(() => bucket.close());

const PLACE = 's3://the-bucket/keys';
/** Patient, because a busy machine must not look like a silent server. */
const client = (try_ms = 10_000) =>
  new S3Client(bucket.account, { bucket: 'the-bucket', prefix: 'keys/' }, { try_ms, tries: 3, pause_ms: 1 });
const open = (options?: { make?: boolean }) => openS3Store(client(), PLACE, options);

describe('a store of keys in S3', () => {
  test('finds each key that it stored, also after it was opened again', async () => {
    const store = await open();
    const keys = [...newKeys(31), ...newKeys(9)];
    await store.put(keys);
    const again = await open({ make: false });
    expect([again.id, again.place]).toEqual([store.id, PLACE]);
    bucket.page = 7;
    expect(await idsIn(again)).toEqual(keys.map(({ key_id }) => key_id).sort());
    const found = await again.getMany([...keys.map(({ key_id }) => key_id), newKeys(1)[0]!.key_id]);
    expect(found.size).toBe(keys.length);
    for (const { key_id, wrapped } of keys) expect(found.get(key_id)?.equals(wrapped)).toBe(true);
  });

  test('has no object of a destroyed key, which may be destroyed again', async () => {
    const store = await open();
    const keys = newKeys(3);
    await store.put(keys);
    await store.destroy(keys[0]!.key_id, keys[1]!.key_id);
    await store.destroy(keys[0]!.key_id);
    expect([await store.get(keys[0]!.key_id), await idsIn(store)]).toEqual([null, [keys[2]!.key_id]]);
  });

  test('is one store for two nodes that open it at once', async () => {
    const stores = await Promise.all([open(), open(), open()]);
    expect(new Set(stores.map(({ id }) => id)).size).toBe(1);
  });

  test('never overwrites a key, and keeps none of a put that failed', async () => {
    const store = await open();
    const [old] = newKeys(1);
    await store.put([old!]);
    await expect(store.put([...newKeys(5), { ...old!, wrapped: Buffer.alloc(63) }])).rejects.toThrow(
      'already',
    );
    expect([await idsIn(store), (await store.get(old!.key_id))?.equals(old!.wrapped)]).toEqual([
      [old!.key_id],
      true,
    ]);
  });

  test('has stored a key whose first answer was lost', async () => {
    const store = await open();
    let lost = 0;
    bucket.fault = ({ method }) => (method === 'PUT' && lost++ === 0 ? 'cut after' : null);
    const keys = newKeys(1);
    await store.put(keys);
    expect([lost, (await store.get(keys[0]!.key_id))?.equals(keys[0]!.wrapped)]).toEqual([2, true]);
  });

  test.each([
    'cut',
    'silent',
    { status: 500, code: 'InternalError' },
    { status: 403, code: 'AccessDenied' },
  ] as const)('throws and calls no key gone after %j', async (fault) => {
    const patient = await open();
    const keys = newKeys(1);
    await patient.put(keys);
    const store = fault === 'silent' ? await openS3Store(client(200), PLACE) : patient;
    bucket.fault = () => fault;
    const { key_id } = keys[0]!;
    const calls = [() => store.get(key_id), () => store.destroy(key_id), () => store.put(newKeys(2))];
    const failed = await Promise.allSettled(calls.map((call) => call()));
    for (const each of failed)
      expect(each).toMatchObject({ status: 'rejected', reason: { name: 'Unavailable' } });
    bucket.fault = () => null;
    expect(await patient.get(key_id)).not.toBeNull();
  });

  test('throws when its bucket is gone: no person must look erased', async () => {
    const store = await open();
    bucket.fault = () => ({ status: 404, code: 'NoSuchBucket' });
    await expect(store.get(newKeys(1)[0]!.key_id)).rejects.toThrow('NoSuchBucket (404)');
  });
});

type OpenS3Store = typeof openS3Store;
const refusal = (openStore: OpenS3Store = openS3Store) =>
  openStore(client(), PLACE).then(
    () => null,
    (error: Error) => error.message,
  );

describe('a bucket that would keep deleted keys', () => {
  test.each(['Enabled', 'Suspended'] as const)('is refused with versioning %s', async (versioning) => {
    bucket.versioning = versioning;
    expect(await refusal()).toContain('has, or had, versioning');
    expect(bucket.objects.size).toBe(0);
  });

  test('is refused with a lock on objects', async () => {
    bucket.lock = true;
    expect(await refusal()).toContain('locks objects');
  });

  test.each([
    [{ versioning: { status: 403, code: 'AccessDenied' } }, 's3:GetBucketVersioning'],
    [{ versioning: { status: 501, code: 'NotImplemented' } }, 'NotImplemented (501)'],
    [{ versioning: 'unknown question' }, 'cannot be read, 200'],
    [{ lock: { status: 403, code: 'AccessDenied' } }, 's3:GetBucketObjectLockConfiguration'],
  ])('is refused when %j hides it', async (answers, words) => {
    Object.assign(bucket, answers);
    expect(await refusal()).toContain(words);
  });

  test('is used when the server does not know locks', async () => {
    bucket.lock = { status: 501, code: 'NotImplemented' };
    expect(await refusal()).toBeNull();
  });

  test('would be used without the look at versioning', async () => {
    bucket.versioning = 'Enabled';
    const { openS3Store } = await mutant<typeof import('./s3-store.ts')>('privacy/keys/s3-store.ts', [
      'if (/<Status>/.test(',
      'if (/<Never>/.test(',
    ]);
    expect(await refusal(openS3Store)).toBeNull();
  });

  test('is noticed when versioning begins after the start', async () => {
    const store = await open();
    const keys = newKeys(1);
    await store.put(keys);
    bucket.versions = true;
    await expect(store.put(newKeys(1))).rejects.toThrow('a deleted key would stay');
    await expect(store.destroy(keys[0]!.key_id)).rejects.toThrow('a deleted key would stay');
  });
});

describe('a bucket that cannot be used', () => {
  test('is refused when its server ignores conditions', async () => {
    bucket.ignores_conditions = true;
    expect(await refusal()).toContain('ignores If-None-Match');
  });

  test('is refused when it does not answer, or knows another secret', async () => {
    bucket.fault = () => 'cut';
    expect(await refusal()).toContain('cannot be reached');
    bucket.fault = () => null;
    bucket.account.secret_access_key = 'another';
    expect(await refusal()).toContain('SignatureDoesNotMatch (403)');
  });

  test('is refused when it cannot be listed: then 403 stands for a key that is gone', async () => {
    bucket.fault = ({ target }) =>
      target.includes('list-type') ? { status: 403, code: 'AccessDenied' } : null;
    expect(await refusal()).toContain('s3:ListBucket');
  });

  test('is refused when it has keys but lost its id', async () => {
    const store = await open();
    await store.put(newKeys(1));
    bucket.objects.delete('keys/store.json');
    expect(await refusal()).toContain('has keys but no store.json');
  });

  test('is not made where a store must exist', async () => {
    await expect(open({ make: false })).rejects.toThrow(`There is no key store at ${PLACE}`);
    expect(bucket.objects.size).toBe(0);
  });
});
