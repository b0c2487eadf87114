import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Outcome } from '../outcome.ts';

/** One presentation of one kind, by the recording of one person. */
export interface Tried {
  person: string;
  kind: string;
  variant: string;
  lux: number;
  /** Which of a person's answers, where there are several. */
  take?: number;
  /** Whether its frames show what the challenge asked for. */
  answers: boolean;
  outcome: Outcome;
}

export interface Trying {
  /** A file to which outcomes are appended. A run that was stopped goes on from there. */
  keep?: string;
  say?: (line: string) => void;
}

/** Does not try again what a run before has kept. */
export async function once(
  one: Omit<Tried, 'outcome'>,
  { keep, say }: Trying,
  present: () => Promise<Outcome>,
): Promise<Tried> {
  const name = JSON.stringify(one);
  const lines = keep && existsSync(keep) ? readFileSync(keep, 'utf8').split('\n').filter(Boolean) : [];
  const known = lines.map((line) => JSON.parse(line)).find((each) => each.name === name);
  if (known) return { ...one, outcome: known.outcome };
  const outcome = await present();
  if (keep) appendFileSync(keep, `${JSON.stringify({ name, outcome })}\n`);
  say?.(`${one.person}, ${one.kind}, ${one.variant}, ${one.lux}: ${outcome.end} ${reasonsOf(outcome)}`);
  return { ...one, outcome };
}

/** What each check that did not pass found. */
const reasonsOf = ({ by, checks }: Outcome): string =>
  Object.keys(checks).length === 0
    ? by.join(' ')
    : Object.entries(checks)
        .filter(([, { outcome }]) => outcome === 'fail' || outcome === 'suspected')
        .map(([name, { outcome, reasons }]) => `${name} ${outcome} (${reasons.join(' ')})`)
        .join(', ');
