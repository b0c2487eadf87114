import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Endpoint } from '@standpoint/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

const zip = promisify(gzip);
/** Below this, the header costs what compression saves. */
const WORTH_BYTES = 1_024;

/**
 * Answers to reads of people are compressed; nothing else is. The length of a compressed answer tells an eavesdropper
 * whether a text that they chose also stands elsewhere in it (BREACH). No answer to a read holds a credential: secrets
 * are shown once, in answers to writes, which are sent as they are. A page of another site cannot make these reads
 * either, because the cookie travels from our own pages alone (SameSite=Strict).
 */
export const compresses = ({ credential, method, stream }: Endpoint): boolean =>
  method === 'GET' && stream === undefined && credential.includes('person');

/** The body as it is sent: compressed where the client takes that and where it is worth it. */
export async function compressed(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < WORTH_BYTES) return payload;
  reply.header('vary', 'accept-encoding');
  if (!takesGzip(request.headers['accept-encoding'])) return payload;
  const bytes = await zip(payload);
  reply.header('content-encoding', 'gzip').header('content-length', bytes.length);
  return bytes;
}

/** Whether `gzip` is named without a weight of zero (RFC 9110 §12.5.3). */
export const takesGzip = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((each) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$)[\d.]+\s*)?$/i.test(each));
