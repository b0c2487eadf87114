import styles from './plot.module.css';

const [WIDTH, HEIGHT] = [160, 24];
const EDGE = 3;

/** The shape of a series beside its figure. Gaps are bridged; fewer than two values draw nothing. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, i) => (value === null ? [] : [[i, value] as const]));
  if (known.length < 2) return <svg className={styles.spark} aria-hidden="true" />;
  const all = known.map(([, value]) => value);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (i: number) => (i / (values.length - 1)) * WIDTH;
  const y = (value: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - EDGE - ((value - low) / (high - low)) * (HEIGHT - 2 * EDGE);
  const path = known.map(
    ([i, value], at) => `${at === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`,
  );
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path.join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
