import type { ShownColour } from '../../challenge/light.ts';
import type { Light } from '../../vision/vision.ts';
import type { ClipFacts } from '../facts.ts';
import { type Hue, hueOf, type Seen, type Shown } from './follow.ts';
import type { Region } from './shape.ts';

/** White, before the first colour and after the last. */
const WHITE: Light = [1, 1, 1];
const WHITE_MS = 400;

/** sRGB transfer (IEC 61966-2-1). */
const linear = (share: number): number =>
  share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;

const channel = (colour: string, at: number): number =>
  linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255);

/** `#rrggbb` in linear light. */
export const lightOf = (colour: string): Light => [
  channel(colour, 1),
  channel(colour, 3),
  channel(colour, 5),
];

/** The colours with their times; the page paints white before the first and after the last. */
export function shownOf(light: readonly ShownColour[], times: readonly number[]): Shown[] {
  const [first, last] = [times[0]!, times[light.length]!];
  return [
    { from_ms: first - WHITE_MS, until_ms: first, light: WHITE },
    ...light.map(({ colour }, i) => ({
      from_ms: times[i]!,
      until_ms: times[i + 1]!,
      light: lightOf(colour),
    })),
    { from_ms: last, until_ms: last + WHITE_MS, light: WHITE },
  ];
}

/** The regions of the skin through the clip. */
export const regionsOf = ({ pictures, facing }: ClipFacts): Region[] =>
  facing.map((facing, place) => {
    const lights = pictures.flatMap(({ t_ms, regions }) => {
      const light = regions[place];
      return light ? [{ t_ms, light }] : [];
    });
    const bright = lights.reduce((sum, { light: [r, g, b] }) => sum + (r + g + b) / 3, 0);
    return {
      facing,
      bright: bright / (lights.length || 1),
      seen: lights.map(({ t_ms, light }) => ({ t_ms, hue: hueOf(light) })),
    };
  });

/**
 * The hue of the skin in each picture with a face: the mean over the regions of how far each is from its own
 * mean. So a region that is missing in some pictures changes nothing.
 */
export function skinOf(clip: ClipFacts): Seen[] {
  const sums = new Map<number, { sum: [number, number, number]; n: number }>();
  for (const { seen } of regionsOf(clip)) {
    const usual = meanOf(seen.map(({ hue }) => hue));
    for (const { t_ms, hue } of seen) {
      const { sum, n } = sums.get(t_ms) ?? { sum: [0, 0, 0] as const, n: 0 };
      const next = [0, 1, 2].map((k) => sum[k]! + hue[k]! - usual[k]!) as [number, number, number];
      sums.set(t_ms, { sum: next, n: n + 1 });
    }
  }
  return [...sums]
    .map(([t_ms, { sum, n }]) => ({ t_ms, hue: [sum[0] / n, sum[1] / n, sum[2] / n] as const }))
    .sort((a, b) => a.t_ms - b.t_ms);
}

export const backgroundOf = ({ pictures }: ClipFacts): Seen[] =>
  pictures.flatMap(({ t_ms, background }) => (background ? [{ t_ms, hue: hueOf(background) }] : []));

const meanOf = (hues: readonly Hue[]): Hue => {
  const mean = (k: 0 | 1 | 2) => hues.reduce((sum, hue) => sum + hue[k], 0) / (hues.length || 1);
  return [mean(0), mean(1), mean(2)];
};
