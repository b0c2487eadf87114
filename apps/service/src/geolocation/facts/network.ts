import type { Deps } from '../../deps.ts';
import type { NetworkFacts } from '../decision/facts.ts';

/** The address that was seen, where it was seen, and the one in a valid stamp. */
export interface IpQuestion {
  address: string | null;
  source: NetworkFacts['ip_source'];
  stamp: string | null;
}

/** `now_ms`: receipt, server clock; old data and stale lists are believed less. */
export function networkFacts(
  deps: Pick<Deps, 'network'>,
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
