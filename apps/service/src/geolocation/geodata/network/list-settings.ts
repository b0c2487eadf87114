import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCidr } from '../../../network-address.ts';

/** The class that a list gives to its addresses. */
const LIST_KINDS = [
  'tor',
  'private_relay',
  'security_gateway',
  'vpn',
  'proxy',
  'residential_proxy',
  'hosting',
] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** One list that the operator wants fetched. */
export interface ListSource {
  /** Lower-case letters, digits and underscores: the name becomes a file name. */
  name: string;
  kind: ListKind;
  /** https:, or file: for a list that arrives some other way. */
  url: string;
  every_hours: number;
}

/** The operator's `geo/lists.json`. Nothing is fetched unless it says `"enabled": true`. */
export interface ListSettings {
  enabled: boolean;
  sources: readonly ListSource[];
  /** Addresses and blocks that no list or class may flag. */
  allow: readonly string[];
  allow_asns: readonly number[];
}

const raw = 'https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output';

/** Published by the networks' own operators, or under a free licence; used when `sources` is absent. */
export const DEFAULT_SOURCES: readonly ListSource[] = [
  { name: 'tor_exits', kind: 'tor', url: 'https://check.torproject.org/torbulkexitlist', every_hours: 6 },
  {
    name: 'apple_private_relay',
    kind: 'private_relay',
    url: 'https://mask-api.icloud.com/egress-ip-ranges.csv',
    every_hours: 24,
  },
  { name: 'x4bnet_vpn', kind: 'vpn', url: `${raw}/vpn/ipv4.txt`, every_hours: 24 },
  { name: 'x4bnet_datacenter', kind: 'hosting', url: `${raw}/datacenter/ipv4.txt`, every_hours: 24 },
  { name: 'aws', kind: 'hosting', url: 'https://ip-ranges.amazonaws.com/ip-ranges.json', every_hours: 24 },
  {
    name: 'google_cloud',
    kind: 'hosting',
    url: 'https://www.gstatic.com/ipranges/cloud.json',
    every_hours: 24,
  },
  {
    name: 'oracle_cloud',
    kind: 'hosting',
    url: 'https://docs.oracle.com/en-us/iaas/tools/public_ip_ranges.json',
    every_hours: 24,
  },
];

export const LISTS_OFF: ListSettings = {
  enabled: false,
  sources: DEFAULT_SOURCES,
  allow: [],
  allow_asns: [],
};

/**
 * Reads the settings; `geo_dir` is the `geo` folder of the data directory. When the file is wrong it throws
 * an error that names every mistake.
 */
export function readListSettings(geo_dir: string): ListSettings {
  let text: string;
  try {
    text = readFileSync(join(geo_dir, 'lists.json'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return LISTS_OFF;
    throw error;
  }
  let json: Partial<ListSettings>;
  try {
    json = JSON.parse(text) as Partial<ListSettings>;
  } catch {
    throw new Error('lists.json is not JSON');
  }
  const mistakes = mistakesOf(json);
  if (mistakes.length > 0) throw new Error(`lists.json: ${mistakes.join('; ')}`);
  const sources = (json.sources ?? DEFAULT_SOURCES).map((source) => ({
    ...source,
    every_hours: source.every_hours ?? 24,
  }));
  return { ...LISTS_OFF, ...json, sources };
}

function mistakesOf(json: Partial<ListSettings>): string[] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return ['not an object'];
  const { enabled = false, sources = [], allow = [], allow_asns = [], ...unknown } = json;
  const mistakes = Object.keys(unknown).map((name) => `${name} is not known`);
  if (typeof enabled !== 'boolean') mistakes.push('enabled must be true or false');
  if (!Array.isArray(sources) || !Array.isArray(allow) || !Array.isArray(allow_asns))
    return [...mistakes, 'sources, allow and allow_asns must be lists'];
  const names = sources.map((source) => source?.name);
  if (new Set(names).size !== names.length) mistakes.push('two sources have the same name');
  for (const [i, source] of sources.entries()) mistakes.push(...sourceMistakes(source, `sources[${i}]`));
  for (const block of allow)
    if (typeof block !== 'string' || !isCidr(block)) mistakes.push(`allow: ${block} is no CIDR`);
  for (const asn of allow_asns)
    if (!Number.isSafeInteger(asn) || asn < 1) mistakes.push(`allow_asns: ${asn} is no AS number`);
  return mistakes;
}

function sourceMistakes(source: Partial<ListSource> | null, at: string): string[] {
  const { name, kind, url, every_hours = 24 } = source ?? {};
  const mistakes: string[] = [];
  if (typeof name !== 'string' || !/^[a-z0-9_]{1,40}$/.test(name))
    mistakes.push(`${at}.name must be lower-case letters, digits and underscores`);
  if (!LIST_KINDS.includes(kind as ListKind))
    mistakes.push(`${at}.kind must be one of ${LIST_KINDS.join(', ')}`);
  if (typeof url !== 'string' || !isAllowedUrl(url)) mistakes.push(`${at}.url must be https: or file:`);
  if (typeof every_hours !== 'number' || !(every_hours >= 1 && every_hours <= 24 * 90))
    mistakes.push(`${at}.every_hours must be 1 to 2160`);
  return mistakes;
}

/**
 * Plain http is allowed only from this machine: an attacker who changes a list in transit chooses whom it
 * blocks or lets in.
 */
export function isAllowedUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol === 'http:') return /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(url.hostname);
  return url?.protocol === 'https:' || url?.protocol === 'file:';
}
