import type { IncomingMessage, Server, ServerResponse } from 'node:http';
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

const exchanges = new WeakMap<object, { request: IncomingMessage; response: ServerResponse }>();

/** Remembers the newest request of each connection, so that no answer is written into another one. */
export const noteRequests = (server: Server): void => {
  server.prependListener('request', (request, response) =>
    exchanges.set(request.socket, { request, response }),
  );
};

/** Whether the request that is being read was answered already, or is being answered. */
const isAnswered = (socket: Socket): boolean => {
  const newest = exchanges.get(socket);
  if (!newest?.response.headersSent) return false;
  return !newest.request.complete || !newest.response.writableFinished;
};

/** Answers bytes that are not HTTP in the envelope too; Fastify has no request object for them. */
export const answerBrokenRequest =
  (docs_url: string) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    const code = 'invalid_request';
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswered(socket)) return void socket.destroy();
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
    socket.write(`HTTP/1.1 ${status} Bad Request\r\n${lines.join('')}\r\n${body}`);
    // Node looks at a connection that has run out of time once. Ended on our side alone, it would stay open for
    // as long as its client likes, and a hoard of them would fill the listener.
    socket.destroySoon();
  };
