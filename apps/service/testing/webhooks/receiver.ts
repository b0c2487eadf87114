import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

export interface Receiver {
  url: string;
  got: Received[];
  /** Ids of the events that came, in their order. */
  ids(): string[];
  /** Resolves when `enough` is true of what has come. */
  until(enough: (got: readonly Received[]) => boolean): Promise<void>;
  close(): Promise<void>;
}

/** A receiver on loopback. `answer` is a status, or does what it likes with the call. */
export async function openReceiver(
  answer: number | ((nth: number, request: IncomingMessage, response: ServerResponse) => void) = 204,
): Promise<Receiver> {
  const got: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const nth = got.push({
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      at: Date.now(),
    });
    if (typeof answer === 'number') response.writeHead(answer).end();
    else answer(nth, request, response);
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got,
    ids: () => got.map(({ headers }) => String(headers['webhook-id'])),
    until: (enough) =>
      new Promise((resolve) => {
        const look = () => {
          if (!enough(got)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
