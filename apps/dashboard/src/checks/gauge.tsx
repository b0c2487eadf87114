import styles from './gauge.module.css';

export type Zone = 'bad' | 'mid' | 'good';

interface GaugeProps {
  value: number;
  /** From left to right: where each zone ends, and what it is. */
  zones: readonly { to: number; zone: Zone }[];
  /** Limits that are named below the bar. */
  ticks: readonly { at: number; label: string }[];
  /** Read aloud: "0.84; thresholds 0.05 and 0.95". */
  label: string;
  /** The value as it is written above its mark. */
  shown: string;
  least?: number;
  most?: number;
}

const WIDTH = 236;
const EDGE = 20;

/** A number that is judged, between its limits. */
export function Gauge({ value, zones, ticks, label, shown, least = 0, most = 1 }: GaugeProps) {
  const x = (at: number) => Math.max(0, Math.min(1, (at - least) / (most - least))) * WIDTH;
  const starts = [least, ...zones.map(({ to }) => to)];
  return (
    <svg className={styles.gauge} viewBox={`-2 0 ${WIDTH + 4} 44`} role="img" aria-label={label}>
      <text className={styles.value} x={clamp(x(value))} y={10} textAnchor="middle">
        {shown}
      </text>
      {zones.map(({ to, zone }, i) => (
        <rect
          key={`${zone} ${to}`}
          className={styles.zone}
          data-zone={zone}
          x={x(starts[i]!)}
          y={16}
          width={Math.max(0, x(to) - x(starts[i]!))}
          height={10}
        />
      ))}
      {ticks.map(({ at }) => (
        <path key={at} className={styles.tick} d={`M${x(at)} 14v16`} />
      ))}
      <rect className={styles.mark} x={x(value) - 2.5} y={13} width={5} height={16} rx={2} />
      {ticks.map(({ at, label: text }, i) => (
        <text
          key={text}
          className={styles.limit}
          x={x(at)}
          y={41}
          textAnchor={anchorOf(x(at), i, ticks.length)}
        >
          {text}
        </text>
      ))}
    </svg>
  );
}

const clamp = (at: number): number => Math.max(EDGE, Math.min(WIDTH - EDGE, at));
/** About what a label takes. */
const SHORT = 34;
const LONG = 74;
/** Two labels stand away from each other; one alone stands below its mark. */
const anchorOf = (at: number, i: number, of: number): 'start' | 'middle' | 'end' => {
  if (of === 1) return at < SHORT ? 'start' : at > WIDTH - SHORT ? 'end' : 'middle';
  if (i === 0) return at < SHORT ? 'start' : 'end';
  return at > WIDTH - LONG ? 'end' : 'start';
};
