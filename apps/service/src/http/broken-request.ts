import type { Socket } from 'node:net';
import { ERRORS } from '@standpoint/contract';
import { newId } from '../ids.ts';
import { JSON_POLICY, SECURITY_HEADERS } from './headers.ts';

/** Node reads no more than this of a request's first line and headers. */
const HEADER_BYTES = 16 * 1024;

/** What is wrong with a request that Node could not read, by Node's code of it. */
const UNREADABLE: Record<string, { path: string; message: string }> = {
  HPE_HEADER_OVERFLOW: { path: 'headers', message: `must have at most ${HEADER_BYTES} bytes together` },
  ERR_HTTP_REQUEST_TIMEOUT: { path: '', message: 'must arrive faster' },
};
const NOT_HTTP = { path: '', message: 'must be a well-formed HTTP/1.1 request' };

/** Answers bytes that are not HTTP in the envelope too; Fastify has no request object for them. */
export const answerBrokenRequest =
  (docs_url: string) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    const code = 'invalid_request';
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const { status, message, retryable } = ERRORS[code];
    const fields = [UNREADABLE[error.code ?? ''] ?? NOT_HTTP];
    const request_id = newId('request');
    const body = JSON.stringify({
      status_code: status,
      message,
      data: { error: { code, message, retryable, request_id, docs_url: `${docs_url}#${code}`, fields } },
    });
    const headers = {
      ...SECURITY_HEADERS,
      'content-security-policy': JSON_POLICY,
      'x-request-id': request_id,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} Bad Request\r\n${lines.join('')}\r\n${body}`);
  };
