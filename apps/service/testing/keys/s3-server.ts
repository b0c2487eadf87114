import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Account } from '../../src/s3/account.ts';
import { partsOf, signatureFor } from './s3-signature.ts';

/** What happens to a call instead of an answer. `cut after`: it is carried out, and its answer is lost. */
export type Fault = 'cut' | 'cut after' | 'silent' | { status: number; code: string };

export interface TestBucket {
  account: S3Account;
  objects: Map<string, Buffer>;
  /** What GetBucketVersioning and GetObjectLockConfiguration answer. */
  versioning: 'none' | 'Enabled' | 'Suspended' | 'unknown question' | { status: number; code: string };
  lock: boolean | { status: number; code: string };
  /** Whether writes and deletions make versions. */
  versions: boolean;
  ignores_conditions: boolean;
  page: number;
  fault(call: { method: string; target: string }): Fault | null;
  /** Every call, as `PUT /bucket/name`. */
  calls: string[];
  /** Of the last call. */
  headers: IncomingMessage['headers'];
  close(): Promise<void>;
}

const SECRET = 'a-secret-of-the-tests';

/** A small server that speaks the calls of S3 which the service uses, for one bucket, and checks signatures. */
export async function openTestBucket(): Promise<TestBucket> {
  const server = createServer((request, response) => {
    answer(bucket, request, response).catch((error) => response.destroy(error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const bucket: TestBucket = {
    account: {
      access_key_id: 'TESTKEY',
      secret_access_key: SECRET,
      session_token: null,
      region: 'eu-test-1',
      endpoint: `http://127.0.0.1:${port}`,
    },
    objects: new Map(),
    versioning: 'none',
    lock: false,
    versions: false,
    ignores_conditions: false,
    page: 1_000,
    fault: () => null,
    calls: [],
    headers: {},
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return bucket;
}

type Reply = { status: number; body?: Buffer | string; headers?: Record<string, string> };

const problem = (status: number, code: string): Reply => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>x</Message></Error>`,
});

async function answer(bucket: TestBucket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = { method: request.method!, target: request.url! };
  const body = await buffer(request);
  bucket.calls.push(`${call.method} ${call.target}`);
  bucket.headers = request.headers;
  const fault = bucket.fault(call);
  if (fault === 'silent') return;
  if (fault === 'cut') return void response.destroy();
  const reply =
    fault && fault !== 'cut after'
      ? problem(fault.status, fault.code)
      : (refusedSignature(request, body) ?? carriedOut(bucket, request, body));
  if (fault === 'cut after') return void response.destroy();
  response.writeHead(reply.status, reply.headers).end(reply.body);
}

function refusedSignature({ method, url, headers }: IncomingMessage, body: Buffer): Reply | null {
  const plain = headers as Record<string, string>;
  const { signature, signed } = partsOf(plain.authorization ?? '');
  const expected = signatureFor({ method: method!, target: url!, headers: plain }, SECRET);
  if (signature !== expected) return problem(403, 'SignatureDoesNotMatch');
  const covered = [
    'host',
    'x-amz-content-sha256',
    'x-amz-date',
    ...['if-none-match', 'x-amz-security-token'].filter((name) => plain[name]),
  ];
  if (covered.some((name) => !signed.includes(name))) return problem(403, 'AccessDenied');
  const hash = createHash('sha256').update(body).digest('hex');
  return hash === plain['x-amz-content-sha256'] ? null : problem(400, 'XAmzContentSHA256Mismatch');
}

function carriedOut(bucket: TestBucket, { method, url, headers }: IncomingMessage, body: Buffer): Reply {
  const { pathname, searchParams } = new URL(url!, 'http://host');
  const [, , name] = /^\/([^/]+)(?:\/(.+))?$/.exec(pathname) ?? [];
  const version: Record<string, string> = bucket.versions ? { 'x-amz-version-id': 'v1' } : {};
  if (name === undefined) return ofBucket(bucket, searchParams);
  const found = bucket.objects.get(name);
  if (method === 'GET') return found ? { status: 200, body: found } : problem(404, 'NoSuchKey');
  if (method === 'DELETE') {
    bucket.objects.delete(name);
    return {
      status: 204,
      headers: { ...version, ...(bucket.versions && { 'x-amz-delete-marker': 'true' }) },
    };
  }
  if (found && headers['if-none-match'] === '*' && !bucket.ignores_conditions)
    return problem(412, 'PreconditionFailed');
  bucket.objects.set(name, body);
  return { status: 200, headers: version };
}

function ofBucket({ versioning, lock, objects, page }: TestBucket, query: URLSearchParams): Reply {
  // A server that does not know a question may list the bucket.
  if (query.has('versioning') && versioning !== 'unknown question') {
    if (typeof versioning === 'object') return problem(versioning.status, versioning.code);
    const status = versioning === 'none' ? '' : `<Status>${versioning}</Status>`;
    return { status: 200, body: `<VersioningConfiguration>${status}</VersioningConfiguration>` };
  }
  if (query.has('object-lock')) {
    if (typeof lock === 'object') return problem(lock.status, lock.code);
    if (!lock) return problem(404, 'ObjectLockConfigurationNotFoundError');
    return { status: 200, body: '<ObjectLockConfiguration/>' };
  }
  const after = query.get('continuation-token')?.replace(/^&more=/, '') ?? '';
  const names = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).sort();
  const rest = names.filter((name) => name > after);
  const shown = rest.slice(0, page);
  const more = rest.length > shown.length;
  return {
    status: 200,
    body: [
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>`,
      ...shown.map((name) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`),
      more ? `<NextContinuationToken>&amp;more=${shown.at(-1)}</NextContinuationToken>` : '',
      '</ListBucketResult>',
    ].join(''),
  };
}
