import type { NetworkUsage } from '../../decision/facts.ts';

/** One source's statement about one address. */
export interface UsageSignal {
  kind: NetworkUsage['kind'];
  confidence: number;
  family: NetworkUsage['families'][number];
  source: string;
  /** The statement is reported, but makes no second family. */
  weak?: boolean;
  /** A list of the operator's own says so, and no list that anyone may fetch. */
  own?: boolean;
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
 * security gateway is no data centre and, where one family of sources alone says so, no VPN and no proxy, unless
 * the operator's own list says it; a mobile network is no data centre. `known`: an access network announces the
 * address; having no flag then means `residential`, which is an absence and no finding.
 */
export function usageOf(signals: readonly UsageSignal[], known: boolean): NetworkUsage[] {
  const found = KINDS.map((kind) => merge(kind, signals)).filter((usage) => usage !== null);
  const has = (kind: NetworkUsage['kind']) =>
    found.some((usage) => usage.kind === kind && usage.confidence >= 0.5);
  const removed = new Set<NetworkUsage['kind']>([
    ...(has('private_relay') ? (['vpn', 'hosting'] as const) : []),
    ...(has('security_gateway') ? ['hosting' as const, ...doubtful(found, signals)] : []),
    ...(has('cellular') ? (['hosting'] as const) : []),
  ]);
  const left = found.filter(({ kind }) => !removed.has(kind));
  if (left.length > 0 || !known) return left;
  return [{ kind: 'residential', confidence: 0.5, families: ['list'], sources: ['asn_classes'] }];
}

/**
 * Tunnels that only one family of sources knows of: public lists contain the exits of gateways too. An operator who
 * lists a VPN means it, and wins over the bundled class, as their own list of gateways wins over both.
 */
function doubtful(found: readonly NetworkUsage[], signals: readonly UsageSignal[]): NetworkUsage['kind'][] {
  const own = (wanted: NetworkUsage['kind']) =>
    signals.some((signal) => signal.own && signal.kind === wanted);
  const meant = (kind: NetworkUsage['kind']) => own(kind) && !own('security_gateway');
  return found
    .filter(({ kind, families }) => (kind === 'vpn' || kind === 'proxy') && families.length < ENOUGH_FAMILIES)
    .map(({ kind }) => kind)
    .filter((kind) => !meant(kind));
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
