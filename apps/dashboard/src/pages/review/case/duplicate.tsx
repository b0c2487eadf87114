import type { FaceSession, reviewing } from '@standpoint/contract';
import { share } from '@standpoint/contract/words/numbers';
import type { Place } from '../../../app/place.ts';
import { Gauge } from '../../../checks/gauge.tsx';
import { Block } from '../../../parts/block.tsx';
import { useSessionExplanation } from '../../sessions/explanation.ts';
import { Scores } from '../../sessions/scores.tsx';
import type { Case } from '../queries.ts';
import { AnswerSentence } from './answer.tsx';
import styles from './case.module.css';
import { EarlierDecisions } from './earlier.tsx';
import { TwinFrames } from './frames.tsx';
import { twinSentence } from './sentences.ts';
import { Versus } from './versus.tsx';

type Twin = reviewing.Twin;

interface DuplicateProps {
  place: Place;
  session: FaceSession;
  found: Case;
}

/** Two people beside each other: their frames, then row by row; what is the same is marked. */
export function DuplicateCase({ place, session, found }: DuplicateProps) {
  const [first, ...others] = found.twins;
  const attempt = useSessionExplanation(place, session.session_id).data?.attempts.at(-1);
  const searched = attempt?.dedupe ?? null;
  const { dedupe: _shown, ...checks } = session.checks;
  const compare = (twin: Twin, keyed: boolean) => (
    <>
      <TwinFrames
        place={place}
        session={session}
        twin={twin}
        review_id={found.review.review_id}
        keyed={keyed}
      />
      <div className={styles.split}>
        <Versus place={place} session={session} twin={twin} />
        <Similarity twin={twin} searched={searched} />
      </div>
    </>
  );
  return (
    <>
      <AnswerSentence text={twinSentence(first)} />
      {first && compare(first, true)}
      {others.map((twin) => (
        <details key={twin.customer_id} className={styles.another}>
          <summary>
            Also {share(twin.score)} similar to <span className="mono">{twin.customer_id}</span>
          </summary>
          {compare(twin, false)}
        </details>
      ))}
      <Scores checks={checks} attempt={attempt} />
      <EarlierDecisions place={place} earlier={found.earlier} />
    </>
  );
}

interface SimilarityProps {
  twin: Twin;
  searched: { gallery: number; target_fpir: number } | null;
}

function Similarity({ twin: { customer_id, score, threshold }, searched }: SimilarityProps) {
  const alarm = threshold === null ? [] : [{ at: threshold, label: `${share(threshold)} alarm` }];
  return (
    <section className={styles.side} aria-label={`Similarity to ${customer_id}`}>
      <Block title="Similarity">
        <Gauge
          value={score}
          shown={share(score)}
          label={`Similarity ${share(score)}${threshold === null ? '' : `; the alarm is at ${share(threshold)}`}`}
          zones={[
            { to: threshold ?? 1, zone: 'good' },
            { to: 1, zone: 'mid' },
          ]}
          ticks={alarm}
        />
        {searched && (
          <p className="soft">
            Searched {searched.gallery.toLocaleString('en')} {searched.gallery === 1 ? 'person' : 'people'}. A
            chance hit is expected in one of {Math.round(1 / searched.target_fpir).toLocaleString('en')} such
            searches.
          </p>
        )}
        <p className="soft">
          Twins and siblings reach this range. Names and addresses stay sealed: the service compares them.
        </p>
      </Block>
    </section>
  );
}
