import { createHash, createHmac } from 'node:crypto';

/** What a signature covers, as a server sees it. */
interface SignedRequest {
  method: string;
  /** As sent: path and query. */
  target: string;
  headers: Record<string, string>;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const mac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The AWS Signature Version 4 that the request must carry, computed by hand from the public description, and
 * without the library that signs: the two check each other.
 */
export function signatureFor({ method, target, headers }: SignedRequest, secret: string): string {
  const { scope, signed } = partsOf(headers.authorization ?? '');
  const [path, query = ''] = target.split('?') as [string, string?];
  const pairs = [...new URLSearchParams(query)].map(([key, value]) => `${encoded(key)}=${encoded(value)}`);
  const canonical = [
    method,
    path
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    pairs.sort().join('&'),
    ...signed.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/\s+/g, ' ')}`),
    '',
    signed.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope.join('/'), hash(canonical)].join('\n');
  const key = scope.reduce<Buffer | string>((key, part) => mac(key, part), `AWS4${secret}`);
  return mac(key as Buffer, text).toString('hex');
}

/** Scope, signed headers and signature in an `Authorization` header. */
export function partsOf(authorization: string) {
  const [, credential = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  const [access_key_id = '', ...scope] = credential.split('/');
  return { access_key_id, scope, signed: signed.split(';'), signature };
}
