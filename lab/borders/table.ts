import { bounds } from './bounds.ts';
import { BANDS_M, type Count, type Judged, RULE_KINDS, sum } from './judge.ts';

/** The project's bars, as shares of all judged points. */
export const BARS = { false_inside: 0.001, insiders_failed: 0.005 };

const percent = (share: number) => `${(100 * share).toFixed(3)} %`;
const rate = (k: number, n: number) => (n === 0 ? '–' : percent(k / n));

function bounded(k: number, n: number): string {
  if (n === 0) return '–';
  const { low, high } = bounds(k, n);
  return `${percent(k / n)} (${(100 * low).toFixed(3)}–${(100 * high).toFixed(3)})`;
}

const row = (name: string, count: Count, show: (k: number, n: number) => string) =>
  `| ${name} | ${count.n.toLocaleString('en')} | ${show(count.false_inside, count.n)} ` +
  `| ${show(count.insiders_failed, count.n)} | ${rate(count.insiders_failed, count.insiders)} ` +
  `| ${rate(count.uncertain, count.n)} |`;

const HEAD = (first: string) =>
  `| ${first} | points | false inside | insiders failed | of the insiders | uncertain |\n|---|---|---|---|---|---|`;

export function total(judged: readonly Judged[]): Count {
  return sum(judged.flatMap(({ bands }) => bands));
}

/** The Markdown of a run: overall, by rule, by distance, by state. */
export function tables(judged: readonly Judged[]): string {
  const all = total(judged);
  const from = (i: number) => (i === 0 ? '0' : BANDS_M[i - 1]!.toLocaleString('en'));
  const states = [...new Set(judged.map(({ state }) => state))];
  const water = sum(judged.map((each) => each.water));
  return [
    HEAD('rule'),
    row('**all**', all, bounded),
    ...RULE_KINDS.map((kind) => row(kind, total(judged.filter((each) => each.kind === kind)), bounded)),
    '',
    HEAD('metres to the line'),
    ...BANDS_M.map((to, i) =>
      row(`${from(i)}–${to.toLocaleString('en')}`, sum(judged.map(({ bands }) => bands[i]!)), rate),
    ),
    '',
    HEAD('state'),
    ...states.map((state) => row(state.name, total(judged.filter((each) => each.state === state)), rate)),
    '',
    `Not counted: ${water.n.toLocaleString('en')} points in the water beside a shore, where no ` +
      'other jurisdiction begins. By default (`coast: ignore`) they belong to the state whose shore it is: ' +
      `${water.false_inside.toLocaleString('en')} of them were found inside.`,
  ].join('\n');
}
