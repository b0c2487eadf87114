import { AwsV4Signer } from 'aws4fetch';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestBucket, type TestBucket } from '../../testing/keys/s3-server.ts';
import { partsOf, signatureFor } from '../../testing/keys/s3-signature.ts';
import { readS3Account, readS3Place, type S3Account } from './account.ts';
import { S3Client } from './client.ts';

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The examples of "Authenticating Requests: Using the Authorization Header" in the S3 API reference of AWS. */
const EXAMPLES: { method: string; target: string; headers: Record<string, string>; signature: string }[] = [
  {
    method: 'GET',
    target: '/test.txt',
    headers: { range: 'bytes=0-9' },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    method: 'PUT',
    target: '/test%24file.text',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    method: 'GET',
    target: '/?lifecycle',
    headers: {},
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    method: 'GET',
    target: '/?max-keys=2&prefix=J',
    headers: {},
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
];
const EXAMPLE_SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const DATE = '20130524T000000Z';

describe('the published examples of AWS', () => {
  test.each(EXAMPLES)(
    'give $signature for $method $target',
    async ({ method, target, headers, signature }) => {
      const all: Record<string, string> = { 'x-amz-content-sha256': EMPTY, ...headers };
      const signer = new AwsV4Signer({
        method,
        url: `https://examplebucket.s3.amazonaws.com${target}`,
        headers: all,
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: EXAMPLE_SECRET,
        service: 's3',
        region: 'us-east-1',
        datetime: DATE,
        allHeaders: true,
      });
      const { headers: signed } = await signer.sign();
      const authorization = new Headers(signed).get('authorization')!;
      expect(partsOf(authorization).signature).toBe(signature);
      // The server of these tests judges by code of its own, which must come to the same.
      const sent = { ...all, host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': DATE, authorization };
      expect(signatureFor({ method, target, headers: sent }, EXAMPLE_SECRET)).toBe(signature);
      expect(signatureFor({ method: 'DELETE', target, headers: sent }, EXAMPLE_SECRET)).not.toBe(signature);
    },
  );
});

describe('a client of S3', () => {
  let bucket: TestBucket;
  beforeAll(async () => {
    bucket = await openTestBucket();
  });
  afterEach(() => {
    bucket.fault = () => null;
    bucket.objects.clear();
    bucket.calls.length = 0;
  });
  afterAll(() => bucket.close());

  /** Patient, because a busy machine must not look like a silent server. */
  const PATIENCE = { try_ms: 10_000, tries: 3, pause_ms: 1 };
  const client = (changes: Partial<S3Account> = {}, try_ms = PATIENCE.try_ms) =>
    new S3Client(
      { ...bucket.account, ...changes },
      { bucket: 'the-bucket', prefix: 'a/b/' },
      { ...PATIENCE, try_ms },
    );
  const put = { method: 'PUT', name: 'x', body: Buffer.from('bytes') } as const;

  test('writes, reads and deletes below its prefix', async () => {
    expect((await client().call(put)).status).toBe(200);
    expect([...bucket.objects.keys()]).toEqual(['a/b/x']);
    expect((await client().call({ method: 'GET', name: 'x' })).body.toString()).toBe('bytes');
    expect((await client().call({ method: 'DELETE', name: 'x' })).status).toBe(204);
    expect(await client().call({ method: 'GET', name: 'x' })).toMatchObject({
      status: 404,
      code: 'NoSuchKey',
    });
  });

  test('is refused with another secret, and does not ask again', async () => {
    const answer = await client({ secret_access_key: 'wrong' }).call(put);
    expect(answer).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch', repeated: false });
    expect([bucket.calls.length, bucket.objects.size]).toEqual([1, 0]);
  });

  test('lists every name over all pages', async () => {
    bucket.page = 3;
    for (let i = 0; i < 8; i++) bucket.objects.set(`a/b/${i}`, Buffer.alloc(1));
    bucket.objects.set('another/9', Buffer.alloc(1));
    const names: string[] = [];
    for await (const page of client().names()) names.push(...page);
    expect(names).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
    expect(bucket.calls.length).toBe(3);
  });

  test.each(['cut', { status: 500, code: 'InternalError' }, { status: 503, code: 'SlowDown' }] as const)(
    'asks again after %j',
    async (fault) => {
      let faults = 2;
      bucket.fault = () => (faults-- > 0 ? fault : null);
      expect(await client().call(put)).toMatchObject({ status: 200, repeated: true });
      expect(bucket.objects.size).toBe(1);
    },
  );

  test('asks again when it hears nothing', async () => {
    let faults = 1;
    bucket.fault = () => (faults-- > 0 ? 'silent' : null);
    expect(await client({}, 1_000).call(put)).toMatchObject({ status: 200, repeated: true });
  });

  test('sends and signs the token of a temporary key', async () => {
    expect((await client({ session_token: 'a/token=' }).call(put)).status).toBe(200);
    expect(bucket.headers['x-amz-security-token']).toBe('a/token=');
  });

  test('gives up after its last try', async () => {
    bucket.fault = () => 'cut';
    await expect(client().call(put)).rejects.toThrow('does not answer');
    expect(bucket.calls.length).toBe(3);
    bucket.fault = () => ({ status: 503, code: 'SlowDown' });
    expect((await client().call(put)).status).toBe(503);
  });

  test('follows no redirect: its signature is for one host', async () => {
    bucket.fault = () => ({ status: 307, code: 'TemporaryRedirect' });
    expect((await client().call(put)).status).toBe(307);
    expect(bucket.calls.length).toBe(1);
  });
});

describe('the place of an S3 store', () => {
  test.each([
    ['s3://keys', 'keys', ''],
    ['s3://my.keys-1/', 'my.keys-1', ''],
    ['s3://keys/a/B_c.d/', 'keys', 'a/B_c.d/'],
  ])('%s is read', (text, bucket, prefix) => {
    expect(readS3Place(text)).toEqual({ bucket, prefix });
  });

  test.each([
    's3:',
    's3://',
    's3://K',
    's3://keys//a',
    's3://keys/../a',
    's3://keys/a b',
    's3://keys/a?b',
    'S3://keys',
  ])('%s is refused', (text) => {
    expect(readS3Place(text)).toBeNull();
  });

  test('takes its account from the standard variables, and names all that are wrong', () => {
    const read = (values: Record<string, string>) => {
      const mistakes: string[] = [];
      return { account: readS3Account((name) => values[name] ?? '', mistakes), mistakes };
    };
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    expect(
      read({ ...keys, AWS_DEFAULT_REGION: 'eu-west-3', AWS_ENDPOINT_URL: 'http://minio:9000/' }),
    ).toEqual({
      account: {
        access_key_id: 'id',
        secret_access_key: 'secret',
        session_token: null,
        region: 'eu-west-3',
        endpoint: 'http://minio:9000',
      },
      mistakes: [],
    });
    expect(read({ AWS_REGION: 'a region', AWS_ENDPOINT_URL_S3: 'minio:9000' }).mistakes).toHaveLength(4);
  });
});
