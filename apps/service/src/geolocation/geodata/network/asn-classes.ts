import { type Manifest, readArtefact } from '../artefact.ts';
import type { UsageSignal } from './usage.ts';

/** What whole networks are used for, compiled from public and own lists of AS numbers. */
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

export type AsnKind = 'hosting' | 'vpn' | 'tor' | 'private_relay' | 'cellular' | 'satellite';

/**
 * How sure a class of a whole network is. Hosting: 98.5 % of what the lists flag is in other lists too; the
 * VPN networks host other things beside; a relay or a Tor exit is one address, of which the network says
 * little.
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
