import { isIP } from 'node:net';
import { addressInCidrs, isPublicUnicast } from '../network-address.ts';
import type { Lookup } from './lookup.ts';
import type { EgressProblem } from './outcome.ts';

const LONGEST_URL = 2_048;
/** The URL parser drops the scheme's own port, so that 443 of https is the empty text. */
const PUBLIC_PORTS = ['', '8443'];

/** A URL that may be called, and the addresses that were checked: all of them, in the order of the answer. */
export interface Target {
  url: URL;
  addresses: string[];
}

export interface Refusal {
  problem: EgressProblem;
  /** Completes "The url …". */
  phrase: string;
}

const notAllowed = (phrase: string): Refusal => ({ problem: 'address_not_allowed', phrase });

/** Judges the text alone. */
function readUrl(text: string): URL | Refusal {
  if (text.length > LONGEST_URL) return notAllowed('must be at most 2,048 characters long');
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return notAllowed('must begin with https://');
  if (url.username || url.password) return notAllowed('must not contain a user name or a password');
  if (text.includes('#')) return notAllowed('must not contain a fragment (#)');
  if (url.hostname.endsWith('.')) return notAllowed('must not have a dot at the end of its host name');
  return url;
}

function publicRule({ protocol, port }: URL): Refusal | null {
  if (protocol !== 'https:') return notAllowed('must begin with https://');
  return PUBLIC_PORTS.includes(port) ? null : notAllowed('must use port 443 or 8443');
}

/** Node asks no resolver about an address in the URL itself, so it is checked here like any answer. */
async function addressesOf({ hostname }: URL, lookup: Lookup): Promise<string[]> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal)) return [literal];
  try {
    return (await lookup(hostname)).map(({ address }) => address);
  } catch {
    return [];
  }
}

/**
 * Decides whether a URL may be called. One address that is not public is enough for a refusal, because the
 * order of a name server's answer is no promise. If all addresses lie in `allow`, plain http and any port are
 * allowed too.
 */
export async function findTarget(
  text: string,
  { allow, lookup }: { allow: readonly string[]; lookup: Lookup },
): Promise<Target | Refusal> {
  const url = readUrl(text);
  if (!(url instanceof URL)) return url;
  const rule = publicRule(url);
  if (rule && allow.length === 0) return rule;
  const addresses = await addressesOf(url, lookup);
  if (addresses.length === 0)
    return { problem: 'name_not_found', phrase: 'names a host that cannot be found' };
  if (addresses.every((address) => addressInCidrs(address, allow))) return { url, addresses };
  if (!addresses.every(isPublicUnicast))
    return { problem: 'address_not_public', phrase: 'leads to an address that is not public' };
  return rule ?? { url, addresses };
}
