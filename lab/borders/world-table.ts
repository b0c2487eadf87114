import { bounds } from './bounds.ts';
import { CONTINENTS, type JudgedLines, WORLD_BANDS_M } from './countries.ts';
import { type Count, sum } from './judge.ts';

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
const metres = (value: number) => value.toLocaleString('en');
const bandName = (band: number) => `${metres(WORLD_BANDS_M[band]!)}–${metres(WORLD_BANDS_M[band + 1]!)}`;

function bounded(k: number, n: number): string {
  if (n === 0) return '–';
  const { low, high } = bounds(k, n);
  return `${percent(k / n)} (${(100 * low).toFixed(2)}–${(100 * high).toFixed(2)})`;
}

const HEAD = (first: string) =>
  `| ${first} | points | false inside | insiders failed | insiders asked again |\n|---|---|---|---|---|`;

const row = (name: string, count: Count) =>
  `| ${name} | ${count.n.toLocaleString('en')} | ${bounded(count.false_inside, count.n)} ` +
  `| ${bounded(count.insiders_failed, count.n)} | ${bounded(count.insiders_uncertain, count.insiders)} |`;

export const countOf = ({ sources }: JudgedLines): Count => sum(Object.values(sources));

/** The Markdown of a run over country lines: by continent and distance, and by what drew the line. */
export function worldTables(judged: readonly JudgedLines[]): string {
  const parts = CONTINENTS.flatMap((continent) => {
    const bands = judged.filter((each) => each.continent === continent);
    return [
      `**${continent[0]!.toUpperCase()}${continent.slice(1)}**`,
      '',
      HEAD('metres to the line'),
      ...bands.map((each) => row(bandName(each.band), countOf(each))),
      '',
    ];
  });
  const sources = [...new Set(judged.flatMap((each) => Object.keys(each.sources)))].toSorted();
  const disputed = judged.reduce((total, each) => total + each.disputed, 0);
  return [
    ...parts,
    HEAD('line drawn by, within 1 km'),
    ...sources.map((source) =>
      row(
        source === 'coarse' ? 'the coarse source' : `the survey of ${source}`,
        sum(judged.filter(({ band }) => band < 3).flatMap((each) => each.sources[source] ?? [])),
      ),
    ),
    '',
    `Not counted: ${metres(disputed)} points in disputed places, whose code follows a convention.`,
  ].join('\n');
}

/** How often insiders are asked again, by continent and distance: as shipped, and with the operator's own borders. */
export function priceTable(
  shipped: readonly JudgedLines[],
  own: readonly JudgedLines[],
  borders: { source: { package: string; version: string } } | undefined,
): string {
  const asked = (judged: readonly JudgedLines[], i: number) => {
    const { insiders, insiders_uncertain } = countOf(judged[i]!);
    return bounded(insiders_uncertain, insiders);
  };
  const name = borders ? `${borders.source.package} ${borders.source.version}` : 'the other data';
  return [
    `| continent | metres to the line | insiders | asked again, as shipped | with ${name} |`,
    '|---|---|---|---|---|',
    ...shipped.map(
      (each, i) =>
        `| ${each.continent} | ${bandName(each.band)} | ${metres(countOf(each).insiders)} ` +
        `| ${asked(shipped, i)} | ${asked(own, i)} |`,
    ),
  ].join('\n');
}

/** The bars that a run misses, as sentences. A count meets a bar when its lower bound does. */
export function missedBars(judged: readonly JudgedLines[]): string[] {
  return judged.flatMap((each) => {
    const { n, insiders, false_inside, insiders_failed, insiders_uncertain } = countOf(each);
    const where = `${each.continent}, ${bandName(each.band)} m`;
    const asked = mostAsked(each);
    return [
      ...(over(false_inside, n, 0.001) ? [`${where}: false inside ${false_inside} of ${n}`] : []),
      ...(over(insiders_failed, n, 0.005) ? [`${where}: insiders failed ${insiders_failed} of ${n}`] : []),
      ...(over(insiders_uncertain, insiders, asked)
        ? [`${where}: asked again ${insiders_uncertain} of ${insiders}`]
        : []),
    ];
  });
}

/** Whether even the lower end of the exact bounds lies above the bar. */
const over = (k: number, n: number, bar: number) => n > 0 && bounds(k, n).low > bar;

/** The largest share of insiders that may be asked again. */
function mostAsked({ continent, band }: JudgedLines): number {
  const from_m = WORLD_BANDS_M[band]!;
  if (from_m >= 30_000) return 0.01;
  if (from_m >= 5_000 && continent === 'europe') return 0.05;
  return from_m >= 15_000 ? 0.15 : 1;
}
