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

/**
 * Combines the sources' statements. Classes are flags: an address may have several. Contradictions are then
 * removed: a relay is neither a VPN nor a data centre (public VPN lists contain all relays), a company's
 * security gateway is neither nor a proxy, and a mobile network is no data centre. `known`: an access network announces the address; having no flag then means
 * `residential`, which is an absence and no finding.
 */
export function usageOf(signals: readonly UsageSignal[], known: boolean): NetworkUsage[] {
  const found = KINDS.map((kind) => merge(kind, signals)).filter((usage) => usage !== null);
  const has = (kind: NetworkUsage['kind']) =>
    found.some((usage) => usage.kind === kind && usage.confidence >= 0.5);
  const removed = new Set<NetworkUsage['kind']>([
    ...(has('private_relay') ? (['vpn', 'hosting'] as const) : []),
    ...(has('security_gateway') ? (['vpn', 'proxy', 'hosting'] as const) : []),
    ...(has('cellular') ? (['hosting'] as const) : []),
  ]);
  const left = found.filter(({ kind }) => !removed.has(kind));
  if (left.length > 0 || !known) return left;
  return [{ kind: 'residential', confidence: 0.5, families: ['list'], sources: ['asn_classes'] }];
}

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
