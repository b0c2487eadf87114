import { bounds } from './bounds.ts';
import type { Count } from './judge.ts';
import { BARS } from './table.ts';
import { BY_M, type Crossed, type JudgedZones, ZONE_BANDS_M } from './zones.ts';

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
const count = (n: number) => n.toLocaleString('en');

function bounded(k: number, n: number): string {
  if (n === 0) return '–';
  const { low, high } = bounds(k, n);
  return `${percent(k / n)} (${(100 * low).toFixed(2)}–${(100 * high).toFixed(2)})`;
}

const row = (name: string, of: Count) =>
  `| ${name} | ${count(of.n)} | ${bounded(of.false_inside, of.n)} | ${bounded(of.insiders_failed, of.n)} ` +
  `| ${bounded(of.insiders_uncertain, of.insiders)} |`;
const HEAD = (first: string, last = '') =>
  `| ${first} | points | false inside | insiders failed | insiders asked again |${last && ` ${last} |`}\n` +
  `|---|---|---|---|---|${last && '---|'}`;
const bandName = (i: number) => `${count(ZONE_BANDS_M[i]!)}–${count(ZONE_BANDS_M[i + 1]!)}`;

/** The Markdown of a run. */
export function zoneTables(judged: JudgedZones, version: string): string {
  const { places, bands, unchosen, pairs, crossed, crossed_by, within } = judged;
  const byPoints = Object.entries(pairs).toSorted(([, a], [, b]) => b.n - a.n);
  const left_out = Object.entries(within).toSorted(([, a], [, b]) => b - a);
  return [
    `${count(places)} places, judged by geo-tz ${version}. Left out, because a zone ends inside of a state there or ` +
      `both drawings are more than 700 m apart: ${left_out.map(([pair, n]) => `${pair} ${n}`).join(', ')}.`,
    '',
    HEAD('metres to the line'),
    ...bands.map((each, i) => row(bandName(i), each)),
    '',
    HEAD('the same, of lines for which this judge chose no error'),
    ...unchosen.map((each, i) => row(bandName(i), each)),
    '',
    '| metres from our line | points | on the other side of OpenStreetMap’s |',
    '|---|---|---|',
    ...crossed.map(({ away_m, n, crossed: k }) => `| ${away_m} | ${count(n)} | ${bounded(k, n)} |`),
    '',
    HEAD('line between', `on the other side at ${BY_M} m`),
    ...byPoints.map(([pair, each]) => `${row(pair, each)} ${shareOf(crossed_by[pair]!)} |`),
  ].join('\n');
}

const shareOf = ({ n, crossed }: Crossed): string => (n === 0 ? '–' : percent(crossed / n));

/** The bars that are missed, in words. */
export const missedZones = ({ bands }: JudgedZones): string[] =>
  bands.flatMap(({ n, false_inside, insiders_failed }, i) => [
    ...(n === 0 ? [`${bandName(i)} m: no point`] : []),
    ...(false_inside > BARS.false_inside * n
      ? [`${bandName(i)} m: false inside ${false_inside} of ${n}`]
      : []),
    ...(insiders_failed > BARS.insiders_failed * n
      ? [`${bandName(i)} m: insiders failed ${insiders_failed} of ${n}`]
      : []),
  ]);
