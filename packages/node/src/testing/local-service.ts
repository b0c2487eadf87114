import { createServer, type IncomingMessage } from 'node:http';
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
  /** Sent as it is, instead of the envelope. */
  raw?: string;
  /** Closes the connection without an answer. */
  lost?: boolean;
  /** Never answers. */
  silent?: boolean;
}

/** A small real HTTP server: it answers what the test put in the queue, in the envelope of the contract. */
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
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    const { method, url, headers } = request;
    seen.push({
      method: method!,
      url: url!,
      headers,
      body: /json/.test(headers['content-type'] ?? '') && text ? JSON.parse(text) : undefined,
    });
    const reply = replies.shift() ?? { status: 500 };
    if (reply.silent) return;
    if (reply.lost) return response.destroy();
    response.writeHead(reply.status, { 'x-request-id': 'req_1', ...reply.headers });
    response.end(
      reply.raw ?? JSON.stringify({ status_code: reply.status, message: 'text', data: reply.data ?? {} }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    replies,
    publish: (keys: object[]) => {
      jwks = { keys };
    },
    /** While broken, the keys are answered with 503. */
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
