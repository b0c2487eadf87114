import { seeded } from '../../match/chance.ts';
import { bootstrap } from '../../match/rates.ts';
import type { Outcome } from '../outcome.ts';
import { rate } from '../report.ts';
import { cutReport, type Jumps } from './cut-sign.ts';
import { PERSON, ROOMS, VARIANTS } from './filmed.ts';
import { FORGERS } from './forgers.ts';
import type { Tried } from './tried.ts';

const BARS = { honest: 0.95, forged: 0.1 };

/** Checks that ask about the light and the clip. */
const OF_LIGHT = ['light', 'injection'];

const passes = ({ outcome }: Tried, names: readonly string[]): boolean =>
  names.every((name) => outcome.checks[name]?.outcome === 'pass');
const approved = ({ outcome }: Tried): boolean => outcome.end === 'approved';

/** Everything that speaks against a presentation, but for what the light check notes of its measurement. */
function findings({ end, by, checks }: Outcome): string[] {
  if (end === 'refused' || end === 'unanswered') return [`${end}: ${by.join(' ')}`];
  return Object.entries(checks).flatMap(([name, { outcome, reasons }]) => {
    if (outcome !== 'fail' && outcome !== 'suspected') return [];
    // The challenge is answered or not: which step failed is of no interest here.
    if (name === 'challenge' || name === 'liveness') return [name];
    const named = reasons.filter((reason) => !/^(lag|strength)_/.test(reason));
    return named.map((reason) => (outcome === 'fail' ? reason : `${reason} (suspected)`));
  });
}

function stoppedBy(tried: readonly Tried[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of tried)
    for (const finding of new Set(findings(outcome))) counts.set(finding, (counts.get(finding) ?? 0) + 1);
  const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 5);
  return most.map(([finding, times]) => `${finding} ${times}`).join(', ') || '–';
}

const HEAD = [
  'what is before the camera',
  'lux',
  'approved, of those that answer the challenge',
  'light passes',
  'light and injection pass',
  'people with such a pass',
  'what speaks against them (times)',
];

function row(name: string, lux: number, all: readonly Tried[]): string {
  const answering = all.filter(({ answers }) => answers);
  const ok = answering.filter(approved).length;
  const light = all.filter((each) => passes(each, ['light'])).length;
  const clean = all.filter((each) => passes(each, OF_LIGHT));
  const people = new Set(all.map(({ person }) => person)).size;
  const cells = [
    name,
    lux,
    `${ok} of ${answering.length}: ${rate(ok, answering.length)}`,
    `${light} of ${all.length}`,
    `${clean.length} of ${all.length}: ${rate(clean.length, all.length)}`,
    `${new Set(clean.map(({ person }) => person)).size} of ${people}`,
    stoppedBy(all),
  ];
  return `| ${cells.join(' | ')} |`;
}

function overPeople(some: readonly Tried[]): string {
  const people = [...Map.groupBy(some, ({ person }) => person).values()];
  const failures = (own: readonly Tried[]) => own.filter((each) => !approved(each)).length;
  const [low, high] = bootstrap(
    people.map((own) => ({ pairs: own.length, refused: failures(own) })),
    seeded(),
  );
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const ok = some.filter(approved).length;
  return `${ok} of ${some.length}, ${percent(ok / some.length)} (${percent(1 - high)} – ${percent(1 - low)})`;
}

/** The table of docs/accuracy.md, and whether the bars are met. */
export function throughReport(
  tried: readonly Tried[],
  jumps: readonly Jumps[],
): { text: string; good: boolean } {
  const of = (kind: string, variant: string, lux?: number) =>
    tried.filter(
      (each) => each.kind === kind && each.variant === variant && (lux === undefined || each.lux === lux),
    );
  const rows = ROOMS.map((lux) => ({ name: 'a person', lux, all: of('honest', PERSON.name, lux) }));
  for (const { name } of FORGERS)
    for (const variant of VARIANTS) {
      const all = of(name, variant.name);
      rows.push({ name: `${name}: ${variant.name}`, lux: all[0]?.lux as (typeof rows)[number]['lux'], all });
    }
  const share = (some: readonly Tried[]) => some.filter(approved).length / Math.max(1, some.length);
  const answering = (some: readonly Tried[]) => some.filter(({ answers }) => answers);
  const honest = answering(tried.filter(({ kind }) => kind === 'honest'));
  const forged = rows.slice(ROOMS.length).map(({ all }) => answering(all));
  const good = share(honest) >= BARS.honest && forged.every((some) => share(some) <= BARS.forged);
  const people = new Set(tried.map(({ person }) => person)).size;
  const whole = new Set(answering(tried).map(({ person }) => person)).size;
  const text = [
    `${tried.length} presentations by the recordings of ${people} people, of whom ${whole} show what a ` +
      'challenge asks for.',
    '',
    `| ${HEAD.join(' | ')} |`,
    `|${'---|'.repeat(HEAD.length)}`,
    ...rows.filter(({ all }) => all.length > 0).map(({ name, lux, all }) => row(name, lux, all)),
    '',
    ...FORGERS.map(({ name, what }) => `- *${name}*: ${what}.`),
    '',
    cutReport(jumps),
    '',
    `Of people who answer, ${overPeople(honest)} were approved (95 % bounds over people).`,
    '',
    `Bars: people approved ≥ ${100 * BARS.honest} %, each forger with each program ≤ ${100 * BARS.forged} %: ` +
      `${good ? 'met' : 'missed'}.`,
  ].join('\n');
  return { text, good };
}
