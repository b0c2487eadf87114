import type { FaceSession } from '@standpoint/contract';
import type { Place } from '../../../app/place.ts';
import { Gallery } from '../../../frames/gallery.tsx';
import { Attempts } from '../../sessions/attempts.tsx';
import { Challenge } from '../../sessions/challenge.tsx';
import { useSessionExplanation } from '../../sessions/explanation.ts';
import { Scores } from '../../sessions/scores.tsx';
import { checksSentence } from '../../sessions/sentence.ts';
import type { Case } from '../queries.ts';
import { AnswerSentence } from './answer.tsx';
import styles from './case.module.css';
import { EarlierDecisions } from './earlier.tsx';

interface FaceProps {
  place: Place;
  session: FaceSession;
  found: Case;
}

/** A case about a face: the sentence, the frames, the scores with what they need, then the attempts. */
export function FaceCase({ place, session, found }: FaceProps) {
  const { session_id, checks } = session;
  const explained = useSessionExplanation(place, session_id).data?.attempts ?? [];
  const attempt = explained.at(-1);
  return (
    <>
      <AnswerSentence text={checksSentence(session) || 'No picture of this session was judged.'} />
      <Gallery
        key={session_id}
        place={place}
        session={session}
        explained={explained}
        review_id={found.review.review_id}
      />
      <Scores checks={checks} attempt={attempt} />
      <Challenge attempt={attempt} />
      <div className={styles.pair}>
        <Attempts session={session} />
        <EarlierDecisions place={place} earlier={found.earlier} />
      </div>
    </>
  );
}
