import type { Deps } from '../deps.ts';
import type { NetworkFacts } from './facts.ts';

/** The address that was seen, where it was seen, and the one in a valid stamp. */
export interface IpQuestion {
  address: string | null;
  source: NetworkFacts['ip_source'];
  stamp: string | null;
}

export function networkFacts(deps: Deps, { address, source, stamp }: IpQuestion): NetworkFacts {
  if (address === null) {
    return {
      ip: null,
      ip_source: 'none',
      ip_class: null,
      country: null,
      country_confidence: 0,
      sources: [],
      usage: null,
      stamp_ip: stamp,
    };
  }
  const { ip_class, country, country_confidence, sources } = deps.network.lookup(address);
  return {
    ip: address,
    ip_source: source,
    ip_class,
    country,
    country_confidence,
    sources,
    usage: null,
    stamp_ip: stamp,
  };
}
