import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { S3Account, S3Place } from './account.ts';

export interface S3Answer {
  status: number;
  /** `NoSuchKey`, `AccessDenied`, …: the code in an error's body, or empty. */
  code: string;
  headers: Headers;
  body: Buffer;
  /** Whether an earlier try of the same call may have been carried out although its answer was lost. */
  repeated: boolean;
}

interface S3Call {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Below the prefix. Without one, the call is for the bucket. */
  name?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer;
}

/** How patient the client is. */
interface S3Patience {
  /** Longest time for one try. */
  try_ms: number;
  tries: number;
  /** Before the second try; doubled before each further one. */
  pause_ms: number;
}

/** A call of a person may wait for it: three tries take seven seconds at most. */
const PATIENCE: S3Patience = { try_ms: 2_000, tries: 3, pause_ms: 100 };

/** Answers that ask for another try: S3 is busy, or two conditional writes met. */
const AGAIN = new Set([408, 409, 429, 500, 502, 503, 504]);

/** The bucket did not answer, however often it was asked. */
export class S3Silent extends Error {
  override name = 'S3Silent';
}

/** Signed calls to one bucket. Answers other than success are data; only silence is an error. */
export class S3Client {
  readonly #signer: AwsClient;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #patience: S3Patience;

  constructor(account: S3Account, { bucket, prefix }: S3Place, patience: S3Patience = PATIENCE) {
    this.#signer = new AwsClient({
      accessKeyId: account.access_key_id,
      secretAccessKey: account.secret_access_key,
      ...(account.session_token && { sessionToken: account.session_token }),
      service: 's3',
      region: account.region,
    });
    this.#bucket = addressOf(account, bucket);
    this.#prefix = prefix;
    this.#patience = patience;
  }

  async call(call: S3Call): Promise<S3Answer> {
    const { tries, pause_ms } = this.#patience;
    let silence: unknown;
    for (let tried = 0; tried < tries; tried++) {
      // Nodes that failed together must not come back together.
      if (tried > 0) await sleep(pause_ms * 2 ** (tried - 1) * (0.5 + Math.random() / 2));
      try {
        const answer = { ...(await this.#once(call)), repeated: tried > 0 };
        if (!AGAIN.has(answer.status) || tried === tries - 1) return answer;
      } catch (error) {
        silence = error;
      }
    }
    throw new S3Silent(`${this.#bucket} does not answer`, { cause: silence });
  }

  /** The names below the prefix, without it, a page at a time. */
  async *names(): AsyncIterable<string[]> {
    let token: string | null = null;
    do {
      const query: Record<string, string> = { 'list-type': '2', prefix: this.#prefix };
      if (token) query['continuation-token'] = token;
      const answer: S3Answer = await this.call({ method: 'GET', query });
      if (answer.status !== 200) throw new Error(`the list of ${this.#bucket} failed: ${told(answer)}`);
      const page = answer.body.toString('utf8');
      yield texts(page, 'Key').map((key) => key.slice(this.#prefix.length));
      token =
        texts(page, 'IsTruncated')[0] === 'true' ? (texts(page, 'NextContinuationToken')[0] ?? null) : null;
    } while (token);
  }

  async #once({ method, name, query, headers, body }: S3Call): Promise<Omit<S3Answer, 'repeated'>> {
    const url = new URL(name === undefined ? this.#bucket : `${this.#bucket}/${this.#prefix}${name}`);
    for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, value);
    const signed = await this.#signer.sign(url, {
      method,
      // Named, or the signer leaves the body out of the signature.
      headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? '') },
      ...(body && { body: new Uint8Array(body) }),
    });
    const signal = AbortSignal.timeout(this.#patience.try_ms);
    // A redirect would be followed with a signature for another host.
    const response = await fetch(signed, { signal, redirect: 'manual' });
    const bytes = Buffer.from(await response.arrayBuffer());
    const code = response.ok ? '' : (texts(bytes.toString('utf8'), 'Code')[0] ?? '');
    return { status: response.status, code, headers: response.headers, body: bytes };
  }
}

/** An answer for people. */
export const told = ({ status, code }: S3Answer): string => (code ? `${code} (${status})` : `${status}`);

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** AWS names the bucket in the host, except where its dots would not match the certificate. */
function addressOf({ endpoint, region }: S3Account, bucket: string): string {
  if (endpoint) return `${endpoint}/${bucket}`;
  const host = `s3.${region}.amazonaws.com`;
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The texts of all elements of this name. S3 answers with flat XML, in which no other text looks like one. */
export const texts = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text]) =>
    text!.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity),
  );
