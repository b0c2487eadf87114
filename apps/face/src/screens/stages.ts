/** A person counts movements, not pictures: at most so many steps are announced. */
export const MOST_STAGES = 4;

/**
 * The step as a person counts it: each movement with the look ahead that follows it is one, and the light is
 * one. More than four are counted in four groups. Null where there is only one, and before the first step.
 * `light`: whether there is light, and whether it is shown now. Pure.
 */
export const stageOf = (
  steps: readonly { kind: string }[],
  at: number,
  light: 'none' | 'later' | 'now' = 'none',
): { n: number; total: number } | null => {
  const begins = (from: number) => steps.slice(0, from).filter(({ kind }) => kind !== 'front').length;
  const movements = begins(steps.length);
  const count = movements + (light === 'none' ? 0 : 1);
  if (at < 0 || count < 2) return null;
  const place = light === 'now' ? movements : Math.max(0, begins(at + 1) - 1);
  const total = Math.min(count, MOST_STAGES);
  return { n: Math.floor((place * total) / count) + 1, total };
};
