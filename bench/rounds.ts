/** Rates of two servers under the same load, measured in turns. */
export interface Paired {
  ours: number[];
  theirs: number[];
  /** ours / theirs, round by round. */
  ratios: number[];
}

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/**
 * Measures both in each round, changing who begins: what drifts on the machine meanwhile (heat, neighbours, the disk) meets
 * both alike, and a ratio compares neighbours in time.
 */
export async function paired(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
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
    result.ratios.push(a / b);
    say(`round ${round + 1} of ${rounds}: ${a.toFixed(0)}/s against ${b.toFixed(0)}/s = ${(a / b).toFixed(2)}`);
  }
  return result;
}

/** `median (min–max)` */
export const spread = (numbers: readonly number[], digits: number): string =>
  `${median(numbers).toFixed(digits)} (${Math.min(...numbers).toFixed(digits)}–${Math.max(...numbers).toFixed(digits)})`;
