import type { IncomingMessage } from 'node:http';
import type { Environment } from '@standpoint/contract';
import type { Config } from '../config.ts';

/**
 * The host in lower case and without the scheme's default port, as RFC 9110 §4.2.3 compares hosts: the
 * spelling of a host must not turn a sandbox call into a production call.
 */
const normal = (host: string | undefined, scheme: string): string =>
  URL.parse(`${scheme}//${host ?? ''}`)?.host ?? '';

/**
 * Tells which base address a request came to. The sandbox has its own listener; on one shared port, the Host
 * header decides.
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
