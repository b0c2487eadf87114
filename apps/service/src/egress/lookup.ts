import { lookup, Resolver } from 'node:dns/promises';

/** The addresses of a host name. Throws when there are none. */
export type Lookup = (hostname: string) => Promise<{ address: string; family: 4 | 6 }[]>;

const TRY_MS = 3_000;

/**
 * Asks the name servers, outside of Node's thread pool. `dns.lookup` blocks one of its four threads until the
 * name server answers. An organization that names hosts with a silent name server could stop all work on
 * files, compression and pictures.
 */
export const dnsLookup =
  (servers?: string[]): Lookup =>
  async (hostname) => {
    const resolver = new Resolver({ timeout: TRY_MS, tries: 2 });
    if (servers) resolver.setServers(servers);
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
    const found = (answer: PromiseSettledResult<string[]>, family: 4 | 6) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
    // IPv4 first: a machine without IPv6 would wait for nothing.
    return [...found(four, 4), ...found(six, 6)];
  };

/** Asks as every program on this machine does: hosts file, search domains, then the name servers. */
export const systemLookup: Lookup = async (hostname) =>
  (await lookup(hostname, { all: true })) as { address: string; family: 4 | 6 }[];
