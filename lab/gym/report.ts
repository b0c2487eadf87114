import { bySide, codesOf, type Result, score } from './score.ts';

const percent = (share: number) => `${(100 * share).toFixed(share === 0 || share === 1 ? 0 : 1)} %`;

function row(result: Result): string {
  const { scenario } = result;
  const { k, n, low, high } = score([result]);
  return (
    `| ${scenario.name} | ${scenario.what} | ${scenario.level} | ${k} of ${n} ` +
    `| ${percent(low)} – ${percent(high)} | ${codesOf(result)} |`
  );
}

const HEAD = '| scenario | what happens | level | flagged | 95 % bounds | codes |\n|---|---|---|---|---|---|';

/** The tables of docs/accuracy.md. */
export function report(results: readonly Result[]): string {
  const [attacks, honest, undetectable] = (['attack', 'honest', 'undetectable'] as const).map((side) =>
    bySide(results, side),
  );
  const total = (what: string, part: readonly Result[]) => {
    const { k, n, low, high } = score(part);
    if (n === 0) return `**${what}: none were run.**`;
    return `**${what}: ${k} of ${n} flagged, ${percent(k / n)} (95 % bounds ${percent(low)} – ${percent(high)}).**`;
  };
  return [
    total('Attacks', attacks!),
    '',
    HEAD,
    ...attacks!.map(row),
    '',
    total('Honest runs', honest!),
    '',
    HEAD,
    ...honest!.map(row),
    ...(undetectable!.length > 0
      ? ['', 'Not detectable on the web, outside of every rate:', '', HEAD, ...undetectable!.map(row)]
      : []),
  ].join('\n');
}
