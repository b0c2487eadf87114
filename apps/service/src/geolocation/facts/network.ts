import type { Deps } from '../../deps.ts';
import type { NetworkFacts } from '../decision/facts.ts';

/** The address that was seen, its source, and the address in a valid stamp. */
export interface IpQuestion {
  address: string | null;
  source: NetworkFacts['ip_source'];
  stamp: string | null;
}

/** `now_ms` is the receipt by the server's clock; old data and stale lists get less confidence. */
export function networkFacts(
  deps: { network: Pick<Deps['network'], 'lookup'> },
  { address, source, stamp }: IpQuestion,
  now_ms: number,
): NetworkFacts {
  if (address !== null) {
    const found = deps.network.lookup(address, now_ms);
    return { ip: address, ip_source: source, ...found, country_near: null, stamp_ip: stamp };
  }
  return {
    ip: null,
    ip_source: 'none',
    ip_class: null,
    country: null,
    country_confidence: 0,
    country_aged_by: 0,
    country_near: null,
    sources: [],
    asn: null,
    location: null,
    usage: null,
    data_date: null,
    stamp_ip: stamp,
  };
}
