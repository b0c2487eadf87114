import type { FaceFacts } from '../facts.ts';
import { type KindFrame, round } from './frames.ts';

/** The light that a screen of that colour adds to red, green and blue. */
const LIGHT: Record<string, readonly [number, number, number]> = {
  red: [1, 0, 0],
  green: [0, 1, 0],
  blue: [0, 0, 1],
  yellow: [1, 1, 0],
  cyan: [0, 1, 1],
  magenta: [1, 0, 1],
  white: [1, 1, 1],
};
const MIN_FRAMES = 3;

/**
 * How strongly the face reflected the colours that the screen showed: correlation of the changes between
 * frontal frames, −1 to 1. This is a supporting signal: it says nothing in daylight, and a screen before the
 * camera reflects too. Empty without colours.
 */
export function colourReasons({ challenge }: FaceFacts, frames: readonly KindFrame[]): string[] {
  const { colours } = challenge.parameters as { colours?: unknown };
  if (!Array.isArray(colours)) return [];
  const shown = frames
    .filter(({ kind }) => kind === 'front')
    .flatMap(({ look }, i) => {
      const light = LIGHT[String(colours[i])];
      return look.face && light ? [{ light, skin: chroma(look.face.colour.face) }] : [];
    });
  if (shown.length < MIN_FRAMES) return [];
  const pairs = [0, 1, 2].flatMap((channel) =>
    shown.slice(1).map(({ light, skin }, i) => {
      const before = shown[i]!;
      return [
        chroma(light)[channel]! - chroma(before.light)[channel]!,
        skin[channel]! - before.skin[channel]!,
      ];
    }),
  );
  const sum = (of: (pair: number[]) => number) => pairs.reduce((total, pair) => total + of(pair), 0);
  const length = Math.sqrt(sum(([a]) => a! * a!) * sum(([, b]) => b! * b!));
  const followed = length > 0 ? sum(([a, b]) => a! * b!) / length : 0;
  return [`colours_followed_${round(followed).toFixed(2)}`];
}

function chroma([r, g, b]: readonly [number, number, number]): readonly [number, number, number] {
  const all = r + g + b || 1;
  return [r / all, g / all, b / all];
}
