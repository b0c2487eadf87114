import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type Colours, useColours } from './colours.ts';
import { drawMarks, type PlotMark } from './marks.ts';
import styles from './plot.module.css';

const HEIGHT = 190;
const FONT = '11px system-ui, sans-serif';

export interface PlotOptions {
  /** Seconds since 1970, then one row of values per series. */
  data: uPlot.AlignedData;
  series(colours: Colours): uPlot.Series[];
  /** Words for a value on the vertical axis. */
  tick(value: number): string;
  zone: string;
  marks?: readonly PlotMark[];
  /** A horizontal line that is not to be crossed. */
  goal?: number;
  /** The vertical axis reaches at least this. */
  least: number;
}

const axesOf = ({ tick }: PlotOptions, colours: Colours): uPlot.Axis[] => {
  const shared = { stroke: colours['text-3'], font: FONT, ticks: { show: false } };
  return [
    {
      ...shared,
      grid: { show: false },
      space: 64,
      size: 38,
      values: [
        [86_400, '{D} {MMM}', null, null, null, null, null, null, 1],
        [3_600, '{HH}:00', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
        [60, '{HH}:{mm}', null, null, null, null, null, null, 1],
      ],
    },
    {
      ...shared,
      grid: { stroke: colours.hair, width: 1 },
      space: 34,
      size: 52,
      values: (_plot, values) => values.map((value) => tick(value)),
    },
  ];
};

function optionsOf(options: PlotOptions, colours: Colours, width: number): uPlot.Options {
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    padding: [18, 8, 0, 0],
    tzDate: (s) => uPlot.tzDate(new Date(s * 1_000), options.zone),
    scales: {
      x: { time: true, range: (_plot, min, max) => [min - halfOf(options), max + halfOf(options)] },
      y: { range: (_plot, _min, max) => [0, Math.max(options.least, (max ?? 0) * 1.06)] },
    },
    axes: axesOf(options, colours),
    series: [{}, ...options.series(colours)],
    hooks: { draw: [(plot) => drawMarks(plot, colours, options.marks ?? [], options.goal)] },
  };
}

/** Half of the space of a point, so that the first and the last bar are whole. */
const halfOf = ({ data: [at_s] }: PlotOptions): number =>
  at_s.length < 2 ? 1_800 : ((at_s.at(-1)! - at_s[0]!) / (at_s.length - 1)) * 0.55;

/** A picture of the numbers beside it; nothing reads it aloud. */
export function Canvas({ options }: { options: PlotOptions }) {
  const place = useRef<HTMLDivElement>(null);
  const colours = useColours();
  useEffect(() => {
    const here = place.current!;
    const plot = new uPlot(optionsOf(options, colours, Math.max(200, here.clientWidth)), options.data, here);
    const resized = new ResizeObserver(() =>
      plot.setSize({ width: Math.max(200, here.clientWidth), height: HEIGHT }),
    );
    resized.observe(here);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [options, colours]);
  return <div ref={place} className={styles.canvas} dir="ltr" aria-hidden="true" />;
}
