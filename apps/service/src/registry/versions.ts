/** Numbers by value, words by letters; a version comes after its own pre-releases (semver 2.0.0 §11). */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let i = 0; i < 3; i++) if (left.core[i] !== right.core[i]) return left.core[i]! - right.core[i]!;
  if (!left.pre || !right.pre) return Number(left.pre === null) - Number(right.pre === null);
  for (let i = 0; i < Math.max(left.pre.length, right.pre.length); i++) {
    const order = compareWords(left.pre[i], right.pre[i]);
    if (order !== 0) return order;
  }
  return 0;
}

function partsOf(version: string): { core: number[]; pre: string[] | null } {
  const dash = version.indexOf('-');
  const core = dash < 0 ? version : version.slice(0, dash);
  return { core: core.split('.').map(Number), pre: dash < 0 ? null : version.slice(dash + 1).split('.') };
}

function compareWords(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(b === undefined) - Number(a === undefined);
  const [x, y] = [a, b].map((word) => (/^\d+$/.test(word) ? Number(word) : null)) as [
    number | null,
    number | null,
  ];
  if (x !== null && y !== null) return x - y;
  if (x !== null || y !== null) return x !== null ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

export const isPreRelease = (version: string): boolean => version.includes('-');
/** `0.5` of `0.5.2`. */
export const lineOf = (version: string): string => version.split('.').slice(0, 2).join('.');
