import uPlot from 'uplot';
import type { PlotOptions } from './canvas.tsx';
import type { Colours } from './colours.ts';

export interface Layer {
  /** From the base up. */
  values: readonly number[];
  colour: keyof Colours;
}

const GAP = 0.42;
/** Of what weighs least, so that it does not weigh most to the eye. */
const HALF = '8c';

/**
 * Bars on each other: each layer is drawn from the base to the top of its sum, the highest one first, so that the
 * lower ones cover it.
 */
export function stackedBars(
  at_s: readonly number[],
  layers: readonly Layer[],
): Pick<PlotOptions, 'data' | 'series'> {
  const sums: number[][] = [];
  for (const { values } of layers) {
    const below = sums.at(-1);
    sums.push(values.map((value, i) => value + (below?.[i] ?? 0)));
  }
  const bars = uPlot.paths.bars!({ size: [1 - GAP, 26], align: 0 });
  const top = [...layers].reverse();
  return {
    data: [[...at_s], ...[...sums].reverse()],
    series: (colours) =>
      top.map(({ colour }) => ({
        fill: colours[colour] + (colour === 'retry' ? HALF : ''),
        stroke: colours.surface,
        width: 1,
        paths: bars,
        points: { show: false },
      })),
  };
}

/** The first series stands out; the others are grey. */
export const lines =
  (count: number): PlotOptions['series'] =>
  (colours) =>
    Array.from({ length: count }, (_, i) => ({
      stroke: i === 0 ? colours.accent : colours['text-3'],
      width: i === 0 ? 1.75 : 1.5,
      spanGaps: true,
      points: { show: false },
    }));
