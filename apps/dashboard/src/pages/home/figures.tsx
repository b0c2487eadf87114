import type { Home, HomePoint } from '@standpoint/contract';
import { spanWords } from '../../clock/words.ts';
import { useNow } from '../../parts/time.tsx';
import { Sparkline } from '../../plots/sparkline.tsx';
import styles from './home.module.css';
import { changeWords, numberWords, pointsWords, shareWords, timeOf } from './words.ts';

interface FigureProps {
  name: string;
  value: string;
  /** Against the time before, or what else belongs to it. */
  beside: string | null;
  /** The whole sentence behind `beside`. */
  means?: string | undefined;
  values?: readonly (number | null)[];
}

const Figure = ({ name, value, beside, means, values = [] }: FigureProps) => (
  <div className={styles.figure}>
    <dt>{name}</dt>
    <dd>
      <bdi dir="ltr">{value}</bdi>
      {beside && (
        <small title={means}>
          <bdi dir="ltr">{beside}</bdi>
        </small>
      )}
    </dd>
    <dd className={styles.line}>
      <Sparkline values={values} />
    </dd>
  </div>
);

/** Without the first and the last point, which are cut off by the range. */
const wholeQuarters = (series: readonly HomePoint[]) => series.slice(1, -1);
const all = ({ pass, fail, review, retry }: HomePoint): number => pass + fail + review + retry;

export function Figures({ home: { figures, series }, before }: { home: Home; before: string }) {
  const now = useNow().getTime();
  const { verifications, passed, decision_time, reviews, sessions, decided, approved } = figures;
  const against = `against ${before}`;
  const share = (part: (point: HomePoint) => number, whole: (point: HomePoint) => number) =>
    series.map((point) => (whole(point) === 0 ? null : part(point) / whole(point)));
  return (
    <dl className={styles.figures}>
      <Figure
        name="Verifications"
        value={numberWords(verifications.now)}
        beside={changeWords(verifications.now, verifications.before)}
        means={`${numberWords(verifications.before)} in ${before}`}
        values={wholeQuarters(series).map(all)}
      />
      <Figure
        name="Passed"
        value={shareWords(passed.now, verifications.now)}
        beside={pointsWords(passed, verifications)}
        means={`Percentage points ${against}`}
        values={share(({ pass }) => pass, all)}
      />
      <Figure
        name="Decision time, p95"
        value={decision_time ? timeOf(decision_time.p95_ms) : '–'}
        beside={decision_time && `p50 ${timeOf(decision_time.p50_ms)}`}
        means={
          decision_time?.p95_before_ms
            ? `p95 was ${timeOf(decision_time.p95_before_ms)} in ${before}`
            : undefined
        }
        values={series.map(({ p95_ms }) => p95_ms)}
      />
      <Figure
        name="Oldest review"
        value={reviews.oldest_at ? spanWords(now - Date.parse(reviews.oldest_at)) : '–'}
        beside={`${numberWords(reviews.open)} open`}
      />
      <Figure
        name="Face sessions"
        value={numberWords(sessions.now)}
        beside={changeWords(sessions.now, sessions.before)}
        means={`${numberWords(sessions.before)} in ${before}`}
        values={wholeQuarters(series).map(({ sessions }) => sessions)}
      />
      <Figure
        name="Approved"
        value={shareWords(approved.now, decided.now)}
        beside={pointsWords(approved, decided)}
        means={`Percentage points ${against}`}
        values={share(
          (point) => point.approved,
          (point) => point.decided,
        )}
      />
    </dl>
  );
}
