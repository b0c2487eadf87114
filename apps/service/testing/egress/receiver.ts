import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createTcpServer,
  Socket,
  type Server as TcpServer,
} from 'node:net';
import type { TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';
import { type CertificateParts, CN, certificate, ecKey } from '../attestation/certificates.ts';
import { seq, tlv } from '../attestation/der-writer.ts';

async function listening<T extends TcpServer>(server: T, host: string, port = 0): Promise<T> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket.on('close', () => open.delete(socket)));
  });
  server.listen(port, host);
  await once(server, 'listening');
  onTestFinished(async () => {
    const closed = new Promise((done) => server.close(done));
    for (const socket of open) socket.destroy();
    await closed;
  });
  return server;
}

export const portOf = (server: TcpServer): number => (server.address() as AddressInfo).port;

/** An HTTP server on a loopback address, until the end of the test. */
export const receiver = (answer: RequestListener, host = '127.0.0.1', port = 0): Promise<Server> =>
  listening(createServer(answer), host, port);

export const tlsReceiver = (tls: TlsOptions, answer: RequestListener): Promise<TlsServer> =>
  listening(createTlsServer(tls, answer), '127.0.0.1');

export interface Canary {
  port: number;
  hits(): number;
}

/** Counts every connection to one port of the addresses. None may come. */
export async function canary(hosts = ['127.0.0.1', '::1'], port = 0): Promise<Canary> {
  let hits = 0;
  const knocked = (socket: Socket): void => {
    hits += 1;
    socket.on('error', () => {});
    // The sender goes on at once, also when it began a TLS handshake.
    socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n');
  };
  let shared = port;
  for (const host of hosts) shared = portOf(await listening(createTcpServer(knocked), host, shared));
  return { port: shared, hits: () => hits };
}

/** The same port twice, on two addresses: another program may have taken it on the second one. */
export async function sharingPort<T>(make: () => Promise<T>): Promise<T> {
  for (let left = 9; ; left--) {
    try {
      return await make();
    } catch (error) {
      if (left === 0 || (error as { code?: string }).code !== 'EADDRINUSE') throw error;
    }
  }
}

/**
 * How often a socket of this process was told to connect to a host, wherever it is, until the end of the
 * test. Connections to PostgreSQL, which tests reach by a path, do not count.
 */
export function connections(): () => number {
  const { connect } = Socket.prototype;
  let count = 0;
  Socket.prototype.connect = function (this: Socket, ...to: never[]) {
    const [options] = to.flat() as { path?: string }[];
    if (typeof options === 'object' && !options.path) count += 1;
    return (connect as (...to: never[]) => Socket).apply(this, to);
  } as typeof connect;
  onTestFinished(() => {
    Socket.prototype.connect = connect;
  });
  return () => count;
}

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;

const DAY_MS = 86_400_000;

/** An authority for tests, and certificates for host names under it. */
export function authority(): {
  ca: string;
  tls(name: string, parts?: Partial<CertificateParts>): TlsOptions;
} {
  const root = ecKey();
  const issuer: [string, string][] = [[CN, 'test authority']];
  const valid = { from_ms: Date.now() - DAY_MS, until_ms: Date.now() + DAY_MS };
  const make = (parts: Omit<CertificateParts, 'issuer' | 'signer' | 'from_ms' | 'until_ms'>) =>
    pem(certificate({ issuer, signer: root.privateKey, ...valid, ...parts }));
  return {
    ca: make({ subject: issuer, key: root.publicKey, ca: true }),
    tls(name, parts = {}) {
      const { publicKey: key, privateKey } = ecKey();
      const names = seq(tlv(0x82, Buffer.from(name)));
      const cert = make({ subject: [[CN, name]], key, extensions: [['2.5.29.17', names]], ...parts });
      return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
    },
  };
}
