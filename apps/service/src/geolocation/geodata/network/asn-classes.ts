import { addressBytes } from '../../../network-address.ts';
import { type Manifest, readArtefact } from '../artefact.ts';
import { type Words, wordsOf } from './ranges.ts';
import type { UsageSignal } from './usage.ts';

/** How whole networks are used, compiled from public and own lists of AS numbers. */
export interface AsnClassTable {
  format: 1;
  classes: Record<AsnKind, number[]>;
  /** Parts of networks that mix uses. A block counts only while one of its networks announces it. */
  blocks?: { kind: BlockKind; prefix: string; asns: number[] }[];
  sources: {
    name: string;
    kind: string;
    source: string;
    licence: string;
    read_on: string;
    sha256: string;
    count: number;
  }[];
}

type BlockKind = 'private_relay' | 'cellular' | 'security_gateway';
type AsnKind = BlockKind | 'hosting' | 'vpn' | 'tor' | 'satellite';

/**
 * Confidence in a class of a whole network. Hosting: 98.5 % of what the lists flag is in other lists too. VPN
 * networks also host other services. A relay or a Tor exit is one address, and its network says little about
 * it.
 */
const CONFIDENCE: Record<AsnKind, number> = {
  hosting: 0.9,
  vpn: 0.8,
  tor: 0.5,
  private_relay: 0.5,
  cellular: 0.9,
  satellite: 0.95,
  security_gateway: 0.9,
};
/** In a block that its operator publishes as a relay's. */
const RELAY_BLOCK = 0.9;

interface Part {
  signal: UsageSignal;
  start: Words;
  bits: number;
}

export interface AsnClasses {
  of(number: number, words: Words): UsageSignal[];
}

export function openAsnClasses(manifest: Manifest, data_dir: string): AsnClasses {
  const table = JSON.parse(readArtefact(manifest, 'asn_classes', data_dir).toString('utf8')) as AsnClassTable;
  if (table.format !== 1 || !table.classes) throw new Error('asn_classes: unknown format');
  return asnClasses(table);
}

function asnClasses({ classes, blocks = [] }: AsnClassTable): AsnClasses {
  const kinds = new Map<number, UsageSignal[]>();
  const signalOf = (kind: AsnKind, confidence = CONFIDENCE[kind]): UsageSignal => ({
    kind,
    confidence,
    family: 'list',
    source: 'asn_classes',
  });
  for (const kind of Object.keys(CONFIDENCE) as AsnKind[]) {
    for (const number of classes[kind] ?? [])
      kinds.set(number, [...(kinds.get(number) ?? []), signalOf(kind)]);
  }
  const parts = new Map<number, Part[]>();
  for (const { kind, prefix, asns } of blocks) {
    const [address, bits] = prefix.split('/');
    const signal = signalOf(kind, kind === 'private_relay' ? RELAY_BLOCK : undefined);
    const part = { signal, start: wordsOf(addressBytes(address!)!), bits: Number(bits) };
    for (const number of asns) parts.set(number, [...(parts.get(number) ?? []), part]);
  }
  const none: UsageSignal[] = [];
  return {
    of(number, words) {
      const whole = kinds.get(number) ?? none;
      const part = parts.get(number)?.find(({ start, bits }) => isWithin(words, start, bits));
      return part ? [...whole, part.signal] : whole;
    },
  };
}

function isWithin(words: Words, start: Words, bits: number): boolean {
  if (words.length !== start.length) return false;
  return words.every((word, i) => {
    const own = Math.min(32, Math.max(0, bits - 32 * i));
    return own === 0 || word >>> (32 - own) === start[i]! >>> (32 - own);
  });
}
