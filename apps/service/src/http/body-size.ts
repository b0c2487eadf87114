import type { ServerResponse } from 'node:http';
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { CAPS, type Endpoint, type LimitOverrides } from '@standpoint/contract';
import type { FastifyRequest } from 'fastify';
import { capOf } from '../calls/limits.ts';
import { Refusal } from '../refuse.ts';

/** Bytes that no call of the endpoint may exceed, whatever its organization allows. */
export const hardMaximum = ({ max_body }: Endpoint): number => (max_body ? CAPS[max_body].most : 1_024);

/** Bytes that the body may have: the organization's own number, else the operator's, else the default. */
export const bodyLimit = (endpoint: Endpoint, ...overrides: (LimitOverrides | undefined)[]): number =>
  endpoint.max_body ? capOf(endpoint.max_body, ...overrides) : hardMaximum(endpoint);

/** Boundaries and headers of the parts, beside what the limit counts. */
const MULTIPART_HEADERS = 64 * 1024;

const tooLarge = (most: number, how: string, headers?: Record<string, string>) =>
  new Refusal('body_too_large', how, {
    fields: [{ path: '', message: `must have at most ${most} bytes` }],
    headers,
  });

/**
 * Refuses a body by its announced length, before a byte of it is read. For an upload this is also the only
 * moment to say so: the first part that does not fit would be refused for its content.
 */
export function requireSize(endpoint: Endpoint, most: number, length: string | undefined): void {
  const extra = endpoint.media === 'multipart' ? MULTIPART_HEADERS : 0;
  if (length === undefined || Number(length) <= most + extra) return;
  // The rest of a body of moderate size is read and dropped, so that the caller sees the answer. What exceeds
  // the hard maximum is not even read.
  const close = Number(length) > hardMaximum(endpoint) + extra;
  throw tooLarge(most, `${length} bytes announced`, close ? { connection: 'close' } : undefined);
}

/** Whether the body comes without an announced length, and its bytes have to be counted as they come. */
export const comesInChunks = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined;

/**
 * Passes a body on, and fails at the first byte too many: 413 `body_too_large`. What is left of it is dropped
 * once it is refused or answered. A client reads the answer only after it has sent everything, and its next
 * call on this connection comes after that.
 */
export function counted(body: Readable, most: number, answer: ServerResponse): Readable {
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding: string, done: TransformCallback) {
      size += chunk.length;
      if (size <= most) return done(null, chunk);
      drop();
      done(tooLarge(most, 'more bytes than allowed'));
    },
  });
  const drop = () => {
    body.unpipe(counter);
    body.resume();
  };
  answer.once('finish', drop);
  // A body that no parser reads has no other listener, and its error would end the process.
  counter.on('error', () => {});
  // Otherwise a caller that breaks off would leave the counter waiting.
  body.on('error', (error) => counter.destroy(error));
  return body.pipe(counter);
}
