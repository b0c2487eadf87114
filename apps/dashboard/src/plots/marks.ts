import type uPlot from 'uplot';
import type { Colours } from './colours.ts';

/** A moment that may explain what follows, such as a policy that was published. */
export interface PlotMark {
  /** Seconds since 1970. */
  at_s: number;
  words: string;
}

/** Dashed lines: upright ones with their names, and the goal across. */
export function drawMarks(
  plot: uPlot,
  colours: Colours,
  marks: readonly PlotMark[],
  goal: number | undefined,
): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.lineWidth = ratio;
  ctx.setLineDash([3 * ratio, 3 * ratio]);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  if (goal !== undefined) {
    const y = Math.round(plot.valToPos(goal, 'y', true));
    ctx.strokeStyle = colours.fail;
    line(ctx, [bbox.left, y], [bbox.left + bbox.width, y]);
  }
  let free = bbox.left;
  for (const { at_s, words } of [...marks].sort((a, b) => a.at_s - b.at_s)) {
    const x = Math.round(plot.valToPos(at_s, 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.strokeStyle = colours['text-3'];
    line(ctx, [x, bbox.top - 14 * ratio], [x, bbox.top + bbox.height]);
    const width = ctx.measureText(words).width;
    const fits = x + 6 * ratio + width < bbox.left + bbox.width;
    const start = fits ? x + 6 * ratio : x - 6 * ratio - width;
    // Names that would lie on each other are left to the table.
    if (start < free) continue;
    ctx.fillStyle = colours['text-3'];
    ctx.fillText(words, start, bbox.top - 5 * ratio);
    free = start + width + 12 * ratio;
  }
  ctx.restore();
}

function line(ctx: CanvasRenderingContext2D, [x, y]: [number, number], [x2, y2]: [number, number]): void {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}
