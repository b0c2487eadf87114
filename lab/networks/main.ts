import type { NetworkUsage } from '../../apps/service/src/geolocation/decision/facts.ts';
import { openNetwork } from '../../apps/service/src/geolocation/geodata/network/network.ts';
import { bounds } from '../borders/bounds.ts';
import { TRUTH, type Truth } from './truth.ts';

/** From this confidence on, a class decides (`checks/anonymizer.ts`). */
const HINT = 0.5;

export interface NetworkRow extends Omit<Truth, 'addresses'> {
  count: number;
  /** Addresses that got their class. */
  right: number;
  /** Addresses that count as an access network's, and so raise nothing. */
  unseen: number;
  /** The lowest and highest confidence with which the class was given. */
  confidence: [number, number] | null;
  /** Other classes that were given, with their counts. */
  others: Record<string, number>;
}

/** Looks up every address of the truth in the data as shipped, without lists of an operator. */
export function measureNetworks(truth: readonly Truth[] = TRUTH): NetworkRow[] {
  const network = openNetwork();
  return truth.map(({ addresses, ...about }) => {
    const found = addresses.map((ip) =>
      network.lookup(ip).usage.filter(({ confidence, kind }) => confidence >= HINT && kind !== 'residential'),
    );
    const own = found.map((usage) => usage.find(({ kind }) => kind === about.kind));
    const given = own.flatMap((usage) => usage?.confidence ?? []);
    const unseen = found.filter((usage) => usage.length === 0).length;
    return {
      ...about,
      count: addresses.length,
      right: about.kind === null ? unseen : given.length,
      unseen,
      confidence: given.length > 0 ? [Math.min(...given), Math.max(...given)] : null,
      others: countOthers(found, about.kind),
    };
  });
}

function countOthers(found: NetworkUsage[][], own: Truth['kind']): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of found.flat()) if (kind !== own) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

export function networksReport(rows: readonly NetworkRow[]): string {
  const lines = [
    '| addresses | class | found | 95 % bounds | confidence given | other classes | count as a home | source |',
    '|---|---|---|---|---|---|---|---|',
  ];
  for (const { of, kind, count, right, unseen, confidence, others, source } of rows) {
    const { low, high } = bounds(right, count);
    const given = confidence ? [...new Set(confidence)].join(' – ') : '–';
    const more = Object.entries(others).map(([name, times]) => `${name} ${times}`);
    lines.push(
      `| ${of} | ${kind ?? 'none'} | ${right} of ${count}, ${percent(right / count)} | ` +
        `${percent(low)} – ${percent(high)} | ${given} | ${more.join(', ') || '–'} | ${unseen} | ${source} |`,
    );
  }
  return lines.join('\n');
}
