import type { NetworkUsage } from '../../decision/facts.ts';

/** One source's statement about one address. */
export interface UsageSignal {
  kind: NetworkUsage['kind'];
  confidence: number;
  family: NetworkUsage['families'][number];
  source: string;
  /** The statement is reported, but makes no second family. */
  weak?: boolean;
}

/** The order of the kinds in the answer. */
const KINDS: NetworkUsage['kind'][] = [
  'private_relay',
  'security_gateway',
  'tor',
  'vpn',
  'proxy',
  'residential_proxy',
  'hosting',
  'cellular',
  'satellite',
];

/** What two families of sources say of a gateway is believed: some gateways can be rented by anyone. */
const ENOUGH_FAMILIES = 2;

/**
 * Combines the sources' statements. Classes are flags: an address may have several. Contradictions are then
 * removed: a relay is neither a VPN nor a data centre (public VPN lists contain all relays), a company's
 * security gateway is no data centre and, where one family of sources alone says so, no VPN and no proxy; a
 * mobile network is no data centre. `known`: an access network announces the address; having no flag then means
 * `residential`, which is an absence and no finding.
 */
export function usageOf(signals: readonly UsageSignal[], known: boolean): NetworkUsage[] {
  const found = KINDS.map((kind) => merge(kind, signals)).filter((usage) => usage !== null);
  const has = (kind: NetworkUsage['kind']) =>
    found.some((usage) => usage.kind === kind && usage.confidence >= 0.5);
  const removed = new Set<NetworkUsage['kind']>([
    ...(has('private_relay') ? (['vpn', 'hosting'] as const) : []),
    ...(has('security_gateway') ? ['hosting' as const, ...doubtful(found)] : []),
    ...(has('cellular') ? (['hosting'] as const) : []),
  ]);
  const left = found.filter(({ kind }) => !removed.has(kind));
  if (left.length > 0 || !known) return left;
  return [{ kind: 'residential', confidence: 0.5, families: ['list'], sources: ['asn_classes'] }];
}

/** Tunnels that only one family of sources knows of: public lists contain the exits of gateways too. */
const doubtful = (found: readonly NetworkUsage[]): NetworkUsage['kind'][] =>
  found
    .filter(({ kind, families }) => (kind === 'vpn' || kind === 'proxy') && families.length < ENOUGH_FAMILIES)
    .map(({ kind }) => kind);

function merge(kind: NetworkUsage['kind'], signals: readonly UsageSignal[]): NetworkUsage | null {
  const of = signals.filter((signal) => signal.kind === kind);
  if (of.length === 0) return null;
  const unique = <T>(values: T[]) => [...new Set(values)].sort();
  return {
    kind,
    confidence: Math.max(...of.map(({ confidence }) => confidence)),
    families: unique(of.filter(({ weak }) => !weak).map(({ family }) => family)),
    sources: unique(of.map(({ source }) => source)),
  };
}
