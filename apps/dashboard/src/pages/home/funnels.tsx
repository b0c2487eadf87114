import type { Home } from '@standpoint/contract';
import { Block } from '../../parts/block.tsx';
import styles from './home.module.css';
import { numberWords, shareWords } from './words.ts';

type Compared = Home['figures']['verifications'];
interface Step {
  name: string;
  count: Compared;
}

/** A loss that grew by more than this many points stands out. */
const WORSE_POINTS = 1.5;

export function Funnels({ home: { funnels } }: { home: Home }) {
  const { location, face, by_phone } = funnels;
  return (
    <div className={styles.two}>
      <Funnel
        title="Location, step by step"
        none="No location check began in this range."
        aside={
          `${numberWords(location.decided.now)} decided of ` +
          `${numberWords((location.asked ?? location.begun).now)} asked for`
        }
        steps={[
          ...(location.asked ? [{ name: 'Asked for', count: location.asked }] : []),
          { name: 'Evidence sent', count: location.begun },
          { name: 'Position given', count: location.positioned },
          { name: 'Decided', count: location.decided },
          { name: 'Passed', count: location.passed },
        ]}
      />
      <Funnel
        title="Face, step by step"
        none="No face session began in this range."
        aside={
          by_phone > 0
            ? `${shareWords(by_phone, face.opened.now)} moved to a phone`
            : `${numberWords(face.decided.now)} decided of ${numberWords(face.asked.now)} asked for`
        }
        steps={[
          { name: 'Asked for', count: face.asked },
          { name: 'Page opened', count: face.opened },
          { name: 'Consent given', count: face.consented },
          { name: 'Camera on', count: face.filmed },
          { name: 'Capture sent', count: face.captured },
          { name: 'Decided', count: face.decided },
          { name: 'Approved', count: face.approved },
        ]}
      />
    </div>
  );
}

function Funnel({
  title,
  aside,
  none,
  steps,
}: {
  title: string;
  aside: string;
  none: string;
  steps: Step[];
}) {
  const most = Math.max(...steps.map(({ count }) => count.now));
  if (most === 0)
    return (
      <Block title={title}>
        <p className={styles.nothing}>{none}</p>
      </Block>
    );
  return (
    <Block title={title} aside={<bdi dir="ltr">{aside}</bdi>}>
      <ol className={styles.funnel}>
        {steps.map(({ name, count }, i) => (
          <li key={name}>
            <span>{name}</span>
            <span className={styles.track} aria-hidden="true">
              <i style={{ width: `${(100 * count.now) / most}%` }} />
            </span>
            <span className={styles.number}>{numberWords(count.now)}</span>
            <Loss before={steps[i - 1]?.count} count={count} />
          </li>
        ))}
      </ol>
    </Block>
  );
}

const lostShare = (from: number, to: number): number | null =>
  from === 0 ? null : (100 * (from - to)) / from;
const words = (points: number): string => `${points > 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}\u00a0%`;

/** What a step lost against the one before it, and in the time before where that was much less. */
function Loss({ before, count }: { before: Compared | undefined; count: Compared }) {
  const now = before ? lostShare(before.now, count.now) : null;
  if (!before || now === null || Math.abs(now) < 0.05) return <span />;
  const then = lostShare(before.before, count.before);
  const worse = then !== null && now - then > WORSE_POINTS;
  return (
    <span className={styles.loss} data-worse={worse || undefined}>
      <bdi dir="ltr">
        {words(now)}
        {worse && `, was ${words(then)}`}
      </bdi>
    </span>
  );
}
