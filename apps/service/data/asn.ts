import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAsn, MAGIC } from '../src/geolocation/geodata/network/asn.ts';
import { buildRanges, type RawRange, type Words } from '../src/geolocation/geodata/network/ranges.ts';

/**
 * Addresses whose network has been the same for decades. The build refuses data that get one of them wrong.
 */
const SENTINELS: [Words, number][] = [
  [[0x08080808], 15169],
  [[0xc100068b], 3333],
  [[0x850b0001], 2501],
  [[0x2001067c, 0x02e80000, 0, 1], 3333],
  [[0x20014860, 0x48600000, 0, 0x8888], 15169],
];

/**
 * Compiles the two CSV files of a package into the index that `src/geolocation/geodata/network/asn.ts` reads.
 */
export function compileAsn(package_dir: string): { bytes: Buffer; counts: Record<string, number> } {
  const names = new Map<number, string>();
  const ranges: RawRange[] = [];
  for (const [file, width] of [
    ['asn-ipv4-num.csv', 1],
    ['asn-ipv6-num.csv', 4],
  ] as const) {
    for (const line of readFileSync(join(package_dir, file), 'utf8').split('\n')) {
      if (line === '') continue;
      const { first, last, number, name } = parseLine(line);
      if (!names.has(number)) names.set(number, name);
      ranges.push({ first: toWords(first, width), last: toWords(last, width), ref: number });
    }
  }
  const bytes = encode(ranges, names);
  const index = decodeAsn(bytes);
  for (const [words, number] of SENTINELS) {
    const found = index.lookup(words)?.number;
    if (found !== number) throw new Error(`AS numbers: ${words.join('.')} is in ${found}, not in ${number}`);
  }
  return { bytes, counts: index.counts };
}

/** The day in a version like `2.3.2026061719`; null when there is none. */
export function asnDate(version: string): string | null {
  const [, year, month, day] = /\.(20\d\d)(\d\d)(\d\d)\d*$/.exec(version) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}

/** `first,last,number,name`, the name quoted when it holds a comma; a quote inside is doubled. */
function parseLine(line: string) {
  const match = /^(\d+),(\d+),(\d+),(.*)$/.exec(line.trimEnd());
  if (!match) throw new Error(`AS numbers: cannot read ${JSON.stringify(line)}`);
  const [, first, last, number, rest] = match as unknown as [string, string, string, string, string];
  const name = rest.startsWith('"') ? rest.slice(1, -1).replaceAll('""', '"') : rest;
  return {
    first: BigInt(first),
    last: BigInt(last),
    number: Number(number),
    name: name.replace(/\s+/g, ' ').trim(),
  };
}

const toWords = (value: bigint, width: 1 | 4): Words =>
  width === 1 ? [Number(value)] : [96n, 64n, 32n, 0n].map((shift) => Number((value >> shift) & 0xffffffffn));

function encode(raw: RawRange[], names: Map<number, string>): Buffer {
  const numbers = [...names.keys()].sort((a, b) => a - b);
  const ref_of = new Map(numbers.map((number, i) => [number, i + 1]));
  for (const range of raw) range.ref = ref_of.get(range.ref)!;
  const { v4, v6 } = buildRanges(raw);
  const gap = v4.start.map((start, i) => start - (i === 0 ? 0 : v4.end[i - 1]!));
  const length = v4.end.map((end, i) => end - v4.start[i]!);
  const split = (column: Uint32Array) =>
    [0, 1, 2, 3].map((word) => Uint32Array.from(v6.ref, (_, i) => column[i * 4 + word]!));
  const text = Buffer.from(numbers.map((number) => `${names.get(number)}\n`).join(''), 'utf8');
  const header = Uint32Array.of(MAGIC, v4.ref.length, v6.ref.length, numbers.length, text.length);
  const columns = [
    header,
    gap,
    length,
    v4.ref,
    ...split(v6.start),
    ...split(v6.end),
    v6.ref,
    Uint32Array.from(numbers),
  ];
  return Buffer.concat([
    ...columns.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
    text,
  ]);
}
