import { isIP } from 'node:net';
import { Misuse } from '../command.ts';

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));

/**
 * The base address of a service as a developer gives it, without a slash at its end. Without TLS everybody on the way
 * could read the token, so http is for this machine alone; SwiftPM and Gradle refuse it too.
 */
export function serviceAddress(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new Misuse('--url must be the address of the service, such as https://id.example.');
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw new Misuse('--url must begin with https://; http is for a service on this machine.');
  if (url.username || url.search || url.hash)
    throw new Misuse('--url must have no user, no question mark and no #: just the address.');
  return url.href.replace(/\/+$/, '');
}

/** What an address of a registry answered: a status, and the service's own sentence where it gave one. */
export interface Answered {
  status: number;
  sentence: string | null;
  /** Milliseconds that this machine's clock is ahead of the other's; null when it tells no time. */
  ahead_ms: number | null;
}

const TIMEOUT_MS = 10_000;

/** Asks an address of a registry; a sentence that says what to do when there is no answer. */
export async function askRegistry(
  address: string,
  authorization: string | null,
): Promise<Answered | { problem: string }> {
  try {
    const response = await fetch(address, {
      headers: authorization ? { authorization } : {},
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const date = Date.parse(response.headers.get('date') ?? '');
    const body = (await response.json().catch(() => null)) as { message?: unknown; data?: unknown } | null;
    const ours = typeof body?.message === 'string' && body.data !== undefined;
    return {
      status: response.status,
      sentence: ours ? (body.message as string) : null,
      ahead_ms: Number.isNaN(date) ? null : Date.now() - date,
    };
  } catch (error) {
    return { problem: reasonOf(error as Error & { cause?: NodeJS.ErrnoException }) };
  }
}

function reasonOf({ name, cause }: Error & { cause?: NodeJS.ErrnoException }): string {
  const code = cause?.code ?? name;
  if (/ENOTFOUND|EAI_AGAIN/.test(code))
    return 'the name of the host is not known: check --url and the network';
  if (/ECONNREFUSED/.test(code))
    return 'the host refuses the connection: is the service running at this port?';
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code))
    return `its certificate is not trusted (${code}): set NODE_EXTRA_CA_CERTS to your authority's certificate`;
  if (/Timeout/.test(code))
    return `no answer within ${TIMEOUT_MS / 1_000} s: is there a proxy or a firewall?`;
  return `no answer (${code})`;
}
