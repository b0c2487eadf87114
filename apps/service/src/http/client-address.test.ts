import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { Config } from '../config.ts';
import { addressOf } from './client-address.ts';

const PROXY = '10.0.0.1';

/** What each request of one connection counts as, by its `X-Forwarded-For`. */
function addresses(from: string, forwarded: readonly (string | undefined)[]) {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: from });
  const deps = { config: { trusted_proxies: [PROXY] } as unknown as Config };
  return forwarded.map((hops) =>
    addressOf(deps, { socket, headers: { 'x-forwarded-for': hops } } as unknown as FastifyRequest),
  );
}

it('gives each request of a proxy’s connection the address that this request names', () => {
  const named = addresses(PROXY, [undefined, '192.0.2.7', undefined, '192.0.2.8, 192.0.2.9', '192.0.2.7']);
  expect(named).toEqual([PROXY, '192.0.2.7', PROXY, '192.0.2.9', '192.0.2.7']);
});

it('believes no header on a connection that is no proxy’s', () => {
  expect(addresses('198.51.100.4', ['192.0.2.7', undefined, '192.0.2.7'])).toEqual(
    Array(3).fill('198.51.100.4'),
  );
});

it('tells two connections apart', () => {
  expect(['198.51.100.4', '198.51.100.5'].flatMap((from) => addresses(from, [undefined, undefined]))).toEqual(
    ['198.51.100.4', '198.51.100.4', '198.51.100.5', '198.51.100.5'],
  );
});
