import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AsnClassTable } from '../src/geolocation/geodata/network/asn-classes.ts';
import {
  CELLULAR,
  CELLULAR_BLOCKS,
  EYEBALLS,
  NOT_HOSTING,
  PRIVATE_RELAY,
  RELAY_BLOCKS,
  SATELLITE,
  TOR,
  VPN,
} from './asn-curated.ts';
import { GATEWAYS } from './gateways.ts';

/** Lists of other projects, as they were read. `asn-curated.ts` says what we take out of them. */
const LISTS = [
  {
    name: 'bad-asn-list',
    file: 'bad-asn-list.txt',
    kind: 'hosting',
    source: 'brianhama/bad-asn-list, bad-asn-list.array.json, commit 0f19479a',
    licence: 'MIT, © 2025 Brian Hamachek',
  },
  {
    name: 'x4bnet-datacenter',
    file: 'x4bnet-datacenter-additions.txt',
    kind: 'hosting',
    source:
      'X4BNet/lists_vpn, input/datacenter/ASN.txt, commit 02e3acb8: the numbers that bad-asn-list lacks',
    licence: 'MIT',
  },
  {
    name: 'x4bnet-vpn',
    file: 'x4bnet-vpn.txt',
    kind: 'vpn',
    source: 'X4BNet/lists_vpn, input/vpn/ASN.txt, commit c2ce088a, without the operators of Tor exits',
    licence: 'MIT',
  },
] as const;

export const ASN_CLASSES_SOURCE = {
  package: 'AS number lists',
  version: '2026.11.25',
  licence: 'MIT',
  attribution:
    'AS number classes: X4BNet/lists_vpn (MIT) and bad-asn-list (MIT, © 2025 Brian Hamachek), ' +
    'less networks of access providers, and own lists of mobile, satellite, VPN and relay operators and of ' +
    'security gateways',
  data_date: '2026-11-25',
};

/**
 * The class table that `src/geolocation/geodata/network/asn-classes.ts` reads. The same lists give the same
 * bytes.
 */
export function compileAsnClasses(): { bytes: Buffer; counts: Record<string, number> } {
  const read = LISTS.map(({ file, ...list }) => {
    const text = readFileSync(new URL(`asn-lists/${file}`, import.meta.url), 'utf8');
    const numbers = text.trim().split(/\s+/).map(asNumber);
    return { ...list, sha256: createHash('sha256').update(text).digest('hex'), numbers };
  });
  const of = (kind: 'hosting' | 'vpn') =>
    read.filter((list) => list.kind === kind).flatMap(({ numbers }) => numbers);
  const gateways = GATEWAYS.flatMap(({ asns = [] }) => asns);
  const kept = new Set([...NOT_HOSTING, ...EYEBALLS, ...CELLULAR, ...PRIVATE_RELAY, ...gateways]);
  const without = (numbers: number[]) => unique(numbers.filter((number) => !kept.has(number)));
  const table: Required<AsnClassTable> = {
    format: 1,
    classes: {
      hosting: without(of('hosting')),
      vpn: without([...of('vpn'), ...VPN]),
      tor: unique(TOR),
      private_relay: unique(PRIVATE_RELAY),
      cellular: unique(CELLULAR),
      satellite: unique(SATELLITE),
      security_gateway: unique(gateways),
    },
    blocks: [
      ...RELAY_BLOCKS.map((block) => ({ kind: 'private_relay' as const, ...block })),
      ...CELLULAR_BLOCKS.map((block) => ({ kind: 'cellular' as const, ...block })),
      ...gatewayBlocks(),
    ],
    sources: read.map(({ numbers, ...list }) => ({
      ...list,
      read_on: '2026-11-21',
      count: new Set(numbers).size,
    })),
  };
  const counts = Object.fromEntries(
    Object.entries(table.classes).map(([kind, numbers]) => [kind, numbers.length]),
  );
  counts.blocks = table.blocks.length;
  return { bytes: Buffer.from(`${JSON.stringify(table)}\n`), counts };
}

const gatewayBlocks = () =>
  GATEWAYS.flatMap(({ blocks = [], block_asns = [] }) =>
    blocks.map((prefix) => ({ kind: 'security_gateway' as const, prefix, asns: [...block_asns] })),
  );

const unique = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => a - b);

function asNumber(text: string): number {
  const number = Number(text);
  if (!/^[1-9]\d{0,9}$/.test(text) || number > 0xffffffff) throw new Error(`not an AS number: ${text}`);
  return number;
}
