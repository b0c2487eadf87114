import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before a service and passes everything on. */
export interface Lossy {
  port: number;
  /** The paths that came, in their order. */
  paths: string[];
  /** So many of the next replies are lost after the service has processed the request. */
  lose(replies: number): void;
  close(): Promise<void>;
}

export async function lossy(port: number, servicePort: number): Promise<Lossy> {
  const paths: string[] = [];
  let losing = 0;
  const server = createServer((incoming, outgoing) => {
    paths.push(incoming.url!);
    const { method, url: path, headers } = incoming;
    const inner = request({ host: '127.0.0.1', port: servicePort, method, path, headers }, (answer) => {
      if (losing > 0) {
        losing--;
        answer.resume();
        answer.on('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    inner.on('error', () => incoming.socket.destroy());
    incoming.pipe(inner);
  });
  // Callers get the service's own header, which promises to keep an idle connection for 65 seconds. Node would
  // close it after five, sometimes just as a caller used it again.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    paths,
    lose: (replies) => {
      losing = replies;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
