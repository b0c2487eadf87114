import type { Verification } from '@standpoint/contract';
import { metres } from '@standpoint/contract/words/numbers';
import { placeWords } from '@standpoint/contract/words/values';
import type { Place } from '../../../app/place.ts';
import { sentenceOf } from '../../verifications/sentence.ts';
import { Where } from '../../verifications/where.tsx';
import { type Case, type Row, useExplanation } from '../queries.ts';
import { otherReasons, whyWords } from '../words.ts';
import { AnswerSentence } from './answer.tsx';
import styles from './case.module.css';
import { EarlierDecisions } from './earlier.tsx';
import { BorderNumbers, Deciding, Everything } from './numbers.tsx';

interface LocationProps {
  place: Place;
  row: Row;
  record: Verification;
  found: Case;
}

/** A case about a place: the sentence, the map, then the numbers. */
export function LocationCase({ place, row, record, found }: LocationProps) {
  const { data: explanation, isPending } = useExplanation(place, row);
  const border = explanation?.decided_by === 'border_uncertain' ? explanation.border : null;
  return (
    <>
      {explanation?.known && record.decision_source !== 'simulated' ? (
        <AnswerSentence text={sentenceOf(record, explanation)} />
      ) : (
        !isPending && <AnswerSentence text={placeSentence(row, record)} />
      )}
      <div className={styles.split}>
        <div className={styles.column}>
          {record.position && isPending && <div className={styles.mapRoom} />}
          {record.position && explanation && <Where record={record} explanation={explanation} />}
          <div className={styles.last}>
            <EarlierDecisions place={place} earlier={found.earlier} explanation={explanation} />
          </div>
        </div>
        <section className={styles.side} aria-label="The numbers">
          {border && <BorderNumbers border={border} record={record} />}
          <Deciding record={record} explanation={explanation} border={border !== null} />
          <Everything record={record} />
        </section>
      </div>
    </>
  );
}

function placeSentence(row: Row, { jurisdiction, position, network }: Verification): string {
  const where = placeWords(jurisdiction);
  const others = otherReasons(row).map((words) => words.charAt(0).toLowerCase() + words.slice(1));
  const parts = [
    `**${whyWords(row)}**${others.length > 0 ? `; also: ${others.join(', ')}` : ''}.`,
    position
      ? `The device stands in ${where || 'no known country'}, to ${metres(position.p95_m)}.`
      : 'No position was given.',
    network?.country ? `Its network is in ${network.country}.` : '',
  ];
  return parts.filter(Boolean).join(' ');
}
