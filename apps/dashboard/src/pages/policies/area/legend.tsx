import marks from '../../../map/draw/overlay.module.css';
import { type Flipped, Mark } from '../../../map/draw/overlay.tsx';
import styles from './map-pane.module.css';

const WORDS: Record<Flipped, string> = {
  fail: 'would fail',
  review: 'would be reviewed',
  pass: 'would pass',
  retry: 'would be tried again',
};

/** What the marks of flips mean, for those that are on the map. */
export const Legend = ({ shown }: { shown: readonly Flipped[] }) =>
  shown.length > 0 && (
    <div className={styles.legend}>
      {shown.map((to) => (
        <span key={to}>
          <svg width="10" height="10" aria-hidden="true">
            <g className={marks.flip} data-to={to}>
              <Mark to={to} x={5} y={5} />
            </g>
          </svg>
          {WORDS[to]}
        </span>
      ))}
    </div>
  );
