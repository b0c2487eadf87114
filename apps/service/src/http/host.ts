import type { IncomingMessage } from 'node:http';
import type { Environment } from '@standpoint/contract';
import type { Config } from '../config.ts';

/** Which base address a request came to. The sandbox has its own listener; on one shared port the Host header tells. */
export type HostOf = (request: IncomingMessage) => Environment;

export function hostOf(config: Config): HostOf {
  const sandboxHost = new URL(config.sandbox_base_url).host;
  const mainHost = new URL(config.base_url).host;
  const ownListener = config.sandbox_port !== config.port;
  return (request) => {
    if (ownListener && (request.socket as { standpoint_sandbox?: boolean }).standpoint_sandbox)
      return 'sandbox';
    // An unknown Host counts as production (interface §2).
    return request.headers.host === sandboxHost && sandboxHost !== mainHost ? 'sandbox' : 'production';
  };
}

export const baseUrl = (config: Config, host: Environment): string =>
  host === 'sandbox' ? config.sandbox_base_url : config.base_url;
