import { blockBytes } from '../../../network-address.ts';
import { type RawRange, wordsOf } from './ranges.ts';

class ListRefused extends Error {}

/**
 * Wider blocks than these belong to no single service: such a line is a mistake, or an attempt to block every
 * person.
 */
const WIDEST = { ipv4: 8, ipv6: 16 };
/** Number of entries that are read before other work gets its turn. */
const TURN = 2_000;

/**
 * Reads a published list of addresses. Known formats: one address or block a line (comments with `#` or `;`,
 * further columns after a comma or a space), and the JSON of AWS, Google, Azure and Oracle. Every entry is
 * parsed strictly. One invalid entry refuses the whole list, so that an error page never becomes a list.
 */
export async function parseList(text: string): Promise<{ ranges: RawRange[]; count: number }> {
  const entries = text.trimStart().startsWith('{') ? jsonEntries(text) : lineEntries(text);
  const ranges: RawRange[] = [];
  for (const [i, entry] of entries.entries()) {
    const range = parseEntry(entry);
    if (range) ranges.push(range);
    if (i % TURN === TURN - 1) await new Promise((resolve) => setImmediate(resolve));
  }
  if (ranges.length === 0) throw new ListRefused('the list is empty');
  return { ranges, count: ranges.length };
}

function lineEntries(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/[#;].*$/, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/[,\s]/, 1)[0]!);
}

type Json = { [key: string]: unknown };

function jsonEntries(text: string): string[] {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    throw new ListRefused('neither a list of addresses nor JSON');
  }
  const rows = (value: unknown) => (Array.isArray(value) ? (value as Json[]) : []);
  const entries = [
    ...rows(json.prefixes).map((row) => row.ip_prefix ?? row.ipv4Prefix ?? row.ipv6Prefix),
    ...rows(json.ipv6_prefixes).map((row) => row.ipv6_prefix),
    ...rows(json.values).flatMap((row) => rows((row.properties as Json | undefined)?.addressPrefixes)),
    ...rows(json.regions).flatMap((row) => rows(row.cidrs).map((cidr) => cidr.cidr)),
  ];
  if (entries.length === 0) throw new ListRefused('JSON of an unknown shape');
  return entries.map((entry) => (typeof entry === 'string' ? entry : String(JSON.stringify(entry))));
}

/** Null for space that no client comes from; some lists name it, and it is left out. */
function parseEntry(entry: string): RawRange | null {
  const refuse = (why: string): never => {
    throw new ListRefused(`${JSON.stringify(entry.slice(0, 60))}: ${why}`);
  };
  const block = blockBytes(entry) ?? refuse('not an address, and not a block that starts on its boundary');
  if (block.bits < (block.first.length === 4 ? WIDEST.ipv4 : WIDEST.ipv6)) refuse('the block is too wide');
  return block.public ? { first: wordsOf(block.first), last: wordsOf(block.last), ref: 1 } : null;
}
