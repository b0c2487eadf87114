import type { Round } from './processes.ts';

/** Two servers measured alternately under the same load. */
interface Paired {
  ours: Round[];
  theirs: Round[];
  /** Our rate divided by theirs, for each round. */
  ratios: number[];
}

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/**
 * Measures both servers in each round and alternates the order. Drift of the machine (heat, other
 * processes, the disk) then affects both alike.
 */
export async function paired(
  rounds: number,
  ours: () => Promise<Round>,
  theirs: () => Promise<Round>,
  say: (line: string) => void,
): Promise<Paired> {
  const result: Paired = { ours: [], theirs: [], ratios: [] };
  for (let round = 0; round < rounds; round++) {
    const weFirst = round % 2 === 0;
    const first = await (weFirst ? ours() : theirs());
    const second = await (weFirst ? theirs() : ours());
    const [a, b] = weFirst ? [first, second] : [second, first];
    result.ours.push(a);
    result.theirs.push(b);
    result.ratios.push(a.per_s / b.per_s);
    say(
      `round ${round + 1} of ${rounds}: ${describe(a)} against ${describe(b)} = ${(a.per_s / b.per_s).toFixed(2)}`,
    );
  }
  return result;
}

const describe = ({ per_s, cpu_us, busy }: Round): string =>
  Number.isNaN(cpu_us)
    ? `${per_s.toFixed(0)}/s`
    : `${per_s.toFixed(0)}/s (${cpu_us.toFixed(0)} µs CPU each, core ${(busy * 100).toFixed(0)} % used)`;

export const rates = (rounds: readonly Round[]): number[] => rounds.map(({ per_s }) => per_s);
export const cpu = (rounds: readonly Round[]): number[] => rounds.map(({ cpu_us }) => cpu_us);

/** Formats numbers as `median (min–max)`. */
export function spread(numbers: readonly number[], digits: number): string {
  const [middle, least, most] = [median(numbers), Math.min(...numbers), Math.max(...numbers)];
  return `${middle.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}
