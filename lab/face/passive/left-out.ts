import { seeded } from '../../match/chance.ts';
import { bootstrap } from '../../match/rates.ts';
import { rate } from '../report.ts';

export const BAR = { approved: 0.95, people: 14 } as const;
export const HONEST = 'honest';

/** One capture: of the person themself, or of an attack with that person as the victim. */
export interface Tried {
  person: string;
  kind: string;
  approved: boolean;
  /** Median passive score; null with too few frontal pictures. */
  score: number | null;
  why: readonly string[];
}

/** Thresholds of the passive score among which a set of people chooses. */
const CHOICES = Array.from({ length: 19 }, (_, i) => (i + 1) / 20);

/**
 * The threshold that these tries choose: the fewest errors, honest captures refused and attacks accepted, as
 * shares that count alike; of several, the middle one.
 */
export function chosenBy(tries: readonly Tried[]): number {
  const share = (some: readonly Tried[], isWrong: (score: number) => boolean) =>
    some.filter(({ score }) => isWrong(score ?? 0)).length / Math.max(1, some.length);
  const honest = tries.filter(({ kind }) => kind === HONEST);
  const attacks = tries.filter(({ kind }) => kind !== HONEST);
  const errors = CHOICES.map(
    (at) => share(honest, (score) => score < at) + share(attacks, (score) => score >= at),
  );
  const best = CHOICES.filter((_, i) => errors[i]! <= Math.min(...errors) + 1e-9);
  return best[(best.length - 1) >> 1]!;
}

/** Captures at or above a threshold that is chosen anew for each person by all others. */
export function leftOut(tries: readonly Tried[]): { thresholds: number[]; above: ReadonlySet<Tried> } {
  const people = Map.groupBy(tries, ({ person }) => person);
  const above = new Set<Tried>();
  const thresholds = [...people].map(([person, own]) => {
    const threshold = chosenBy(tries.filter((each) => each.person !== person));
    for (const each of own) if ((each.score ?? 0) >= threshold) above.add(each);
    return threshold;
  });
  return { thresholds, above };
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function row(kind: string, tries: readonly Tried[], threshold: number, above: ReadonlySet<Tried>): string {
  const own = tries.filter((each) => each.kind === kind);
  const people = [...Map.groupBy(own, ({ person }) => person).values()];
  const [low, high] = bootstrap(
    people.map((each) => ({ pairs: each.length, refused: each.filter(({ approved }) => approved).length })),
    seeded(),
  );
  const approved = own.filter((each) => each.approved).length;
  const whole = people.filter((each) => each.every((one) => one.approved)).length;
  return (
    `| ${kind} | ${people.length} | ${approved} of ${own.length}, ${percent(approved / own.length)} ` +
    `(${percent(low)} – ${percent(high)}) | ${whole}: ${rate(whole, people.length)} | ` +
    `${own.filter(({ score }) => (score ?? 0) >= threshold).length} | ` +
    `${own.filter((each) => above.has(each)).length} |`
  );
}

export function peopleReport(tries: readonly Tried[], without: readonly string[], threshold: number): string {
  const { thresholds, above } = leftOut(tries);
  const kinds = [...new Set(tries.map(({ kind }) => kind))];
  const refused = tries.filter(({ kind, approved }) => kind === HONEST && !approved);
  return [
    '| who | people | captures approved (95 % bounds over people) | people with every capture approved | ' +
      `passive score ≥ ${threshold} | passive score ≥ what the other people chose |`,
    '|---|---|---|---|---|---|',
    ...kinds.map((kind) => row(kind, tries, threshold, above)),
    '',
    `With one person left out in turn, the others choose ${Math.min(...thresholds)} to ` +
      `${Math.max(...thresholds)}. Honest captures not approved: ` +
      `${refused.length === 0 ? 'none' : refused.map(({ why }) => why.join(', ')).join('; ')}. ` +
      `People without a stretch of two seconds in which the page would take every picture: ${without.length}.`,
  ].join('\n');
}

export function meetsBar(tries: readonly Tried[]): boolean {
  const honest = tries.filter(({ kind }) => kind === HONEST);
  const approved = honest.filter((each) => each.approved).length;
  return (
    approved >= BAR.approved * honest.length && new Set(honest.map(({ person }) => person)).size >= BAR.people
  );
}
