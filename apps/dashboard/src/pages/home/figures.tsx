import type { Home, HomePoint } from '@standpoint/contract';
import { spanWords } from '../../clock/words.ts';
import { useNow } from '../../parts/time.tsx';
import { Sparkline } from '../../plots/sparkline.tsx';
import styles from './figures.module.css';
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
type PartOf = (point: HomePoint) => number;

/** A share for each point; null where there is nothing to have a share of. */
const shares = (series: readonly HomePoint[], part: PartOf, whole: PartOf) =>
  series.map((point) => (whole(point) === 0 ? null : part(point) / whole(point)));

const all = ({ pass, fail, review, retry }: HomePoint): number => pass + fail + review + retry;

const FaceFigures = ({
  home: { figures, series },
  before,
}: {
  home: Pick<Home, 'figures' | 'series'>;
  before: string;
}) => (
  <>
    <Figure
      name="Face sessions"
      value={numberWords(figures.sessions.now)}
      beside={changeWords(figures.sessions.now, figures.sessions.before)}
      means={`${numberWords(figures.sessions.before)} in ${before}`}
      values={wholeQuarters(series).map(({ sessions }) => sessions)}
    />
    <Figure
      name="Approved"
      value={shareWords(figures.approved.now, figures.decided.now)}
      beside={pointsWords(figures.approved, figures.decided)}
      means={`Percentage points against ${before}`}
      values={shares(
        series,
        (point) => point.approved,
        (point) => point.decided,
      )}
    />
  </>
);

export function Figures({ home: { figures, series }, before }: { home: Home; before: string }) {
  const now = useNow().getTime();
  const { verifications, passed, decision_time, reviews } = figures;
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
        means={`Percentage points against ${before}`}
        values={shares(series, ({ pass }) => pass, all)}
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
      <FaceFigures home={{ figures, series }} before={before} />
    </dl>
  );
}
