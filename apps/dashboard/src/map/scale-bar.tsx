import { lengthWords } from '@standpoint/contract/words/numbers';
import styles from './drawing.module.css';
import { latOf, metresPerPixel, type View } from './view.ts';

const WIDEST = 120;

/** 1, 2 or 5 times a power of ten: the longest that fits. */
function roundLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return power * (most / power >= 5 ? 5 : most / power >= 2 ? 2 : 1);
}

export function ScaleBar({ view }: { view: View }) {
  const pixel = metresPerPixel(view, latOf(view));
  const metres = roundLength(WIDEST * pixel);
  const width = metres / pixel;
  const [x, y] = [view.width - 16 - width, view.height - 16];
  return (
    <g className={styles.scale}>
      <path d={`M${x} ${y - 5}v5h${width}v-5`} />
      <text x={x + width / 2} y={y - 7} textAnchor="middle">
        {lengthWords(metres)}
      </text>
    </g>
  );
}
