import type { explained, Verification } from '@standpoint/contract';
import type { Check, Explained } from './finding.ts';

/** One question of the engine with the codes that answer it. */
export interface Question {
  question: string;
  group: string;
  /** The answer that counts: the strictest, and of equal ones the first. */
  main: Explained;
  answers: Explained[];
}

const RANK: Record<Check['outcome'], number> = { fail: 3, uncertain: 2, pass: 1, skipped: 0 };

/** Of equal answers, the one whose number tells most. */
const TELLING: ReadonlySet<string> = new Set(['accuracy_too_low', 'border_uncertain', 'ip_country_mismatch']);
const rankOf = ({ outcome, code }: Check): number => RANK[outcome] + (TELLING.has(code) ? 0.5 : 0);

const NOT_EXPLAINED = {
  group: 'other',
  question: '',
  if_found: null,
  if_uncertain: null,
  stated: false,
  limits: {},
};

/** The checks of a record by their questions, in the engine's order. */
export function questionsOf(
  { checks }: Pick<Verification, 'checks'>,
  abouts: readonly explained.ExplainedCheck[],
  decided_by: string | null,
): Question[] {
  const about = new Map(abouts.map((each) => [each.code, each]));
  const all = checks.map(
    (check): Explained => ({
      ...check,
      about: about.get(check.code) ?? { code: check.code, ...NOT_EXPLAINED },
    }),
  );
  const byQuestion = Map.groupBy(all, ({ code, about: { question } }) => question || code);
  return [...byQuestion].map(([question, answers]) => {
    const decided = answers.find(({ code }) => code === decided_by);
    const main = decided ?? answers.toSorted((a, b) => rankOf(b) - rankOf(a))[0]!;
    return { question, group: main.about.group, main, answers };
  });
}

export const counted = (checks: readonly Pick<Check, 'outcome'>[]): string => {
  const of = (outcome: Check['outcome']) => checks.filter((check) => check.outcome === outcome).length;
  return [
    [of('fail'), 'found'],
    [of('uncertain'), 'uncertain'],
    [of('pass'), 'passed'],
    [of('skipped'), 'skipped'],
  ]
    .filter(([n]) => n !== 0)
    .map(([n, word]) => `${n} ${word}`)
    .join(', ');
};
