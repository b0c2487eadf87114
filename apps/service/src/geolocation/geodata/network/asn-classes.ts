import { type Manifest, readArtefact } from '../artefact.ts';
import type { UsageSignal } from './usage.ts';

/** How whole networks are used, compiled from public and own lists of AS numbers. */
export interface AsnClassTable {
  format: 1;
  classes: Record<AsnKind, number[]>;
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

type AsnKind = 'hosting' | 'vpn' | 'tor' | 'private_relay' | 'cellular' | 'satellite';

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
};

export interface AsnClasses {
  of(number: number): UsageSignal[];
}

export function openAsnClasses(manifest: Manifest, data_dir: string): AsnClasses {
  const table = JSON.parse(readArtefact(manifest, 'asn_classes', data_dir).toString('utf8')) as AsnClassTable;
  if (table.format !== 1 || !table.classes) throw new Error('asn_classes: unknown format');
  return asnClasses(table);
}

function asnClasses({ classes }: AsnClassTable): AsnClasses {
  const kinds = new Map<number, UsageSignal[]>();
  for (const kind of Object.keys(CONFIDENCE) as AsnKind[]) {
    const signal: UsageSignal = { kind, confidence: CONFIDENCE[kind], family: 'list', source: 'asn_classes' };
    for (const number of classes[kind] ?? []) kinds.set(number, [...(kinds.get(number) ?? []), signal]);
  }
  const none: UsageSignal[] = [];
  return { of: (number) => kinds.get(number) ?? none };
}
