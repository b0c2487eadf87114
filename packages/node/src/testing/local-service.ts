import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

export interface Reply {
  status: number;
  data?: object;
  headers?: Record<string, string>;
  /** A body that is sent unchanged instead of the envelope. */
  raw?: string;
  /** Closes the connection without an answer. */
  lost?: boolean;
  /** Never answers. */
  silent?: boolean;
}

const readRequest = async (request: IncomingMessage): Promise<Seen> => {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  const { method, url, headers } = request;
  const body = /json/.test(headers['content-type'] ?? '') && text ? JSON.parse(text) : undefined;
  return { method: method!, url: url!, headers, body };
};

const sendReply = (response: ServerResponse, reply: Reply): void => {
  if (reply.silent) return;
  if (reply.lost) return void response.destroy();
  response.writeHead(reply.status, { 'x-request-id': 'req_1', ...reply.headers });
  response.end(
    reply.raw ?? JSON.stringify({ status_code: reply.status, message: 'text', data: reply.data ?? {} }),
  );
};

/**
 * A small real HTTP server: it sends the replies that the test has queued, in the envelope of the contract.
 */
export const startLocalService = async () => {
  const seen: Seen[] = [];
  const replies: Reply[] = [];
  let jwks: object = { keys: [] };
  let jwksFetched = 0;
  let keysBroken = false;
  const server = createServer(async (request, response) => {
    if (request.url?.endsWith('/.well-known/jwks.json')) {
      jwksFetched++;
      return response.writeHead(keysBroken ? 503 : 200).end(JSON.stringify(jwks));
    }
    seen.push(await readRequest(request));
    sendReply(response, replies.shift() ?? { status: 500 });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    replies,
    publish: (keys: object[]) => {
      jwks = { keys };
    },
    /** While broken, requests for the keys get 503. */
    breakKeys: (broken: boolean) => {
      keysBroken = broken;
    },
    jwksFetched: () => jwksFetched,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
};

export type LocalService = Awaited<ReturnType<typeof startLocalService>>;

export const refused = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
  more = {},
): Reply => ({
  status,
  headers,
  data: {
    error: {
      code,
      message: `why ${code}`,
      retryable: status === 429 || status >= 500,
      request_id: 'req_2',
      docs_url: `https://docs.example#${code}`,
      ...more,
    },
  },
});
