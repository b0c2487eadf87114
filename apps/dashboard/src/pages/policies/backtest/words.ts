import { dayOf } from '../../../clock/words.ts';
import { reasonWords } from '../../../texts/location.ts';
import type { Backtest, CountedTime, ListedFlip } from '../queries.ts';

const n = (count: number) => count.toLocaleString('en');

/** "7 days", or "3 Nov 2026 to 9 Nov 2026" by the days of a zone. */
export function periodWords({ days, from, to }: TimeOfTest, zone: string): string {
  if (days != null) return days === 1 ? '1 day' : `${days} days`;
  const first = dayOf(new Date(from!), zone);
  // A time ends before its last moment.
  const last = to ? dayOf(new Date(Date.parse(to) - 1), zone) : 'its start';
  return first === last ? first : `${first} to ${last}`;
}

interface TimeOfTest {
  days?: number | null;
  from?: string;
  to?: string | null;
}

/** "Of 12,408 decisions in 7 days". */
export function ofWords(test: Backtest, zone: string): string {
  const time = periodWords(test, zone);
  const count = n(test.replayed);
  if (test.state === 'running') return `${count} so far of ${time}`;
  return `Of ${count} decisions ${test.days === null ? 'from' : 'in'} ${time}`;
}

/** The decisions in the chosen days. */
export function inTimeWords({ decisions, decisions_most }: CountedTime): string {
  if (decisions === 0) return 'No stored decision lies in these days.';
  if (decisions === 1) return '1 stored decision lies in these days.';
  if (decisions < decisions_most) return `${n(decisions)} stored decisions lie in these days.`;
  return `${n(decisions_most)} stored decisions or more lie in these days; the newest are decided again.`;
}

export const flipWords = ({ flipped }: Pick<Backtest, 'flipped'>): string =>
  flipped === 0 ? 'None would flip' : `${n(flipped)} would flip`;

export const progressOf = ({ looked_at, in_time }: Backtest): number =>
  in_time === 0 ? 1 : Math.min(1, looked_at / in_time);

/** What the number leaves out, and what it was made from. */
export function honestNotes(test: Backtest): string[] {
  const { skipped, in_time, in_time_most, replayed, most, flipped, listed, facts_rederived } = test;
  const left = [
    skipped.erased > 0 && `${n(skipped.erased)} not replayed: the person was erased.`,
    skipped.simulated > 0 && `${n(skipped.simulated)} not replayed: simulated by the sandbox.`,
    skipped.other_policy > 0 && `${n(skipped.other_policy)} belong to other policies.`,
    in_time >= in_time_most && `Only the newest ${n(in_time_most)} decisions of this time were looked at.`,
    replayed >= most && `Ends at the newest ${n(most)}.`,
    flipped > listed && test.state !== 'running' && `The list holds the newest ${n(listed)}.`,
    facts_rederived.place > 0 &&
      `The place of ${n(facts_rederived.place)} was found again with today’s borders.`,
    facts_rederived.network > 0 &&
      `The network of ${n(facts_rederived.network)} was looked up again with today’s data.`,
    differing(test),
  ];
  return left.filter((line): line is string => line !== false);
}

function differing({ recorded_differs: { engine, data, engine_and_data } }: Backtest): string | false {
  const count = engine + data + engine_and_data;
  return (
    count > 0 && `${n(count)} would differ by today’s engine or data alone; they are compared without that.`
  );
}

/** What the decision now hangs on: the place, else the first reason that is new or gone. */
export function becauseWords({ because, reasons_added, reasons_removed }: ListedFlip): string {
  if (because) return because;
  const [added] = reasons_added;
  if (added) return reasonWords(added);
  const [gone] = reasons_removed;
  return gone ? `no more: ${reasonWords(gone)}` : 'another action for the same findings';
}
