import type { Pack } from '../../apps/service/src/face/vision/vision.ts';
import { bounds } from '../borders/bounds.ts';
import type { Outcome } from './outcome.ts';
import type { Result } from './run.ts';
import type { Species } from './species/species.ts';

/** The results of a run that the report needs. */
export const BARS = { approved: 0.95, accepted: 0, tries: 150 } as const;

export interface Bits {
  path: string;
  /** Challenges of the generator, and how many of them the verifier can distinguish. */
  drawn: number;
  distinguished: number;
  answers: number;
}

export interface LabReport {
  results: readonly Result[];
  /** Milliseconds from submit to the decision. */
  times: readonly number[];
  bits: readonly Bits[];
  people: number;
  pack: Pick<Pack, 'id' | 'version'>;
  liveness_threshold: number;
}

const percent = (share: number, digits = 1) =>
  `${(100 * share).toFixed(share === 0 || share === 1 ? 0 : digits)} %`;
const count = (outcomes: readonly Outcome[], ...ends: Outcome['end'][]) =>
  outcomes.filter(({ end }) => ends.includes(end)).length;

/** The upper 95 % bound of the rate when none of n occurred. */
const oneSided = (n: number): number => 1 - 0.05 ** (1 / n);

/** k of n as a share with its exact bounds. */
export function rate(k: number, n: number): string {
  const { low, high } = bounds(k, n);
  return `${percent(n === 0 ? 0 : k / n)} (${percent(low)} – ${percent(high)})`;
}

/** The reasons that stopped presentations, the most frequent first. */
export function stoppedBy(outcomes: readonly Outcome[], most = 4): string {
  const counts = new Map<string, number>();
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { end, by, checks } of outcomes) {
    if (end === 'approved') continue;
    const found = Object.entries(checks ?? {}).filter(
      ([, { outcome }]) => outcome === 'fail' || outcome === 'suspected',
    );
    if (end === 'refused') add(`refused: ${by[1]?.replace(/_\d+| \d+ ms/g, '')}`);
    else if (found.length === 0) for (const reason of by) add(reason);
    else for (const [name, { outcome }] of found) add(outcome === 'fail' ? name : `${name} (suspected)`);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ');
}

const of = (results: readonly Result[], side: Species['side']) =>
  results.filter(({ species }) => species.side === side);

/** A row of a Markdown table. */
const row = (...cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
const head = (...names: string[]): string => `${row(...names)}\n|${'---|'.repeat(names.length)}`;

function attackRow({ species, outcomes }: Result): string {
  const n = outcomes.length;
  const accepted = count(outcomes, 'approved');
  return row(
    species.name,
    species.what,
    `${accepted} of ${n}`,
    rate(accepted, n),
    count(outcomes, 'refused'),
    count(outcomes, 'retry'),
    count(outcomes, 'declined'),
    count(outcomes, 'review', 'unanswered'),
    stoppedBy(outcomes),
  );
}

const ATTACK_HEAD = head(
  'species',
  'what happens',
  'accepted',
  'APCER (95 % bounds)',
  'refused',
  'asked again',
  'declined',
  'review',
  'stopped by (times)',
);

function honestRow({ species, outcomes }: Result): string {
  const n = outcomes.length;
  const approved = count(outcomes, 'approved');
  return row(
    species.name,
    species.what,
    `${approved} of ${n}`,
    rate(approved, n),
    rate(n - approved, n),
    percent(count(outcomes, 'retry') / n),
    count(outcomes, 'declined'),
    count(outcomes, 'review'),
    percent(count(outcomes, 'unanswered') / n),
    stoppedBy(outcomes) || '–',
  );
}

const HONEST_HEAD = head(
  'presentations',
  'what happens',
  'approved',
  'share (95 % bounds)',
  'BPCER (95 % bounds)',
  'asked again',
  'declined',
  'review',
  'non-response',
  'stopped by (times)',
);

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** The table of docs/accuracy.md. */
export function report({ results, times, bits, people, pack, liveness_threshold }: LabReport): string {
  const honest = of(results, 'honest');
  const open = of(results, 'open');
  const all = honest.flatMap(({ outcomes }) => outcomes);
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;
  return [
    `Pack \`${pack.id}\`, version \`${pack.version}\`, passive threshold ${liveness_threshold}.`,
    '',
    `**Honest presentations: ${count(all, 'approved')} of ${all.length} approved, ` +
      `${rate(count(all, 'approved'), all.length)}; ${people} people.**` +
      (times.length === 0
        ? ''
        : ` From submit to the decision: median ${seconds(quantile(times, 0.5))}, ` +
          `p95 ${seconds(quantile(times, 0.95))} ` +
          `(${times.length} presentations, one worker or more as started).`),
    '',
    HONEST_HEAD,
    ...honest.map(honestRow),
    '',
    `**Attacks with a bar (accepted never, at least ${BARS.tries} tries each; ` +
      `none of ${BARS.tries} bounds a rate at ${percent(oneSided(BARS.tries))} with 95 % confidence, ` +
      `which is the rule of three, and between 0 and ${percent(bounds(0, BARS.tries).high)} two-sided):**`,
    '',
    ATTACK_HEAD,
    ...of(results, 'attack').map(attackRow),
    '',
    ...(open.length > 0
      ? ['**Attacks without a bar, published as they are:**', '', ATTACK_HEAD, ...open.map(attackRow), '']
      : []),
    '| path | bits drawn | bits that the verifier tells apart | from answers |',
    '|---|---|---|---|',
    ...bits.map(
      ({ path, drawn, distinguished, answers }) =>
        `| ${path} | ${drawn.toFixed(1)} | ${distinguished.toFixed(1)} | ${answers} |`,
    ),
  ].join('\n');
}

/** Whether the bars are met. */
export function met(results: readonly Result[]): boolean {
  const all = of(results, 'honest').flatMap(({ outcomes }) => outcomes);
  const accepted = of(results, 'attack').map(({ outcomes }) => count(outcomes, 'approved'));
  // Without an honest presentation nothing shows that people get through.
  return (
    all.length > 0 &&
    count(all, 'approved') >= BARS.approved * all.length &&
    accepted.every((k) => k <= BARS.accepted)
  );
}
