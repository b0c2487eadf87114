/** Numbers that only look random: the same seed gives the same sandbox again. */
export type Chance = () => number;

/** mulberry32: small, fast, and good enough to spread made-up people. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const between = (chance: Chance, low: number, high: number): number => low + (high - low) * chance();

export const pick = <T>(chance: Chance, items: readonly T[]): T =>
  items[Math.floor(chance() * items.length)]!;

/** One of the items, each as likely as its weight. */
export function weighted<T extends { weight: number }>(chance: Chance, items: readonly T[]): T {
  let left = chance() * items.reduce((sum, { weight }) => sum + weight, 0);
  for (const item of items) {
    left -= item.weight;
    if (left < 0) return item;
  }
  return items.at(-1)!;
}
