import type { IncomingMessage } from 'node:http';
import type { Environment } from '@standpoint/contract';
import type { Config } from '../config.ts';

/**
 * Lower case and without the scheme's own port, as RFC 9110 §4.2.3 compares: a shout must not turn sandbox
 * into production.
 */
const normal = (host: string | undefined, scheme: string): string =>
  URL.parse(`${scheme}//${host ?? ''}`)?.host ?? '';

/**
 * Which base address a request came to. The sandbox has its own listener; on one shared port the Host header
 * tells.
 */
export type HostOf = (request: IncomingMessage) => Environment;

export function hostOf(config: Config): HostOf {
  const { host: sandboxHost, protocol } = new URL(config.sandbox_base_url);
  const mainHost = new URL(config.base_url).host;
  const ownListener = config.sandbox_port !== config.port;
  return (request) => {
    if (ownListener && (request.socket as { standpoint_sandbox?: boolean }).standpoint_sandbox)
      return 'sandbox';
    // An unknown Host counts as production (interface §2).
    if (sandboxHost === mainHost) return 'production';
    return normal(request.headers.host, protocol) === sandboxHost ? 'sandbox' : 'production';
  };
}

export const baseUrl = (config: Config, host: Environment): string =>
  host === 'sandbox' ? config.sandbox_base_url : config.base_url;
