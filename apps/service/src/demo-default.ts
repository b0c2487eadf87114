import { isLoopback } from './network-address.ts';

export interface Reach {
  /** Where the service listens. */
  host: string;
  /** The addresses that browsers are told to call. */
  base_urls: readonly string[];
}

/**
 * Whether the demo is shown where STANDPOINT_DEMO says nothing: only where strangers cannot reach it, because
 * it hands out sandbox tokens without asking for anything. A host name other than localhost may resolve to
 * any address. A loopback listener whose base address names another machine has a proxy before it, which
 * hands strangers on.
 */
export const demoByDefault = (reach: Reach): boolean => isLocalOnly(reach);

export const isLocalOnly = ({ host, base_urls }: Reach): boolean =>
  isLocalHost(host) && base_urls.every(isLocal);

const isLocalHost = (host: string): boolean => host.toLowerCase() === 'localhost' || isLoopback(host);

/** Whether a base address names this machine. */
export function isLocal(base_url: string): boolean {
  const name = URL.parse(base_url)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  // Browsers take every name below localhost for their own machine (RFC 6761 §6.3).
  return isLocalHost(name) || name.endsWith('.localhost');
}
