import type { Verification } from '@standpoint/contract';
import type { VerifyResult } from '@standpoint/web';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../../api/client.ts';
import { envPath, type Place } from '../../app/place.ts';
import { Note } from '../../parts/note.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { DECISIONS, reasonWords } from '../../texts/location.ts';
import { explanationQuery } from '../verifications/explanation.ts';
import { Where } from '../verifications/where.tsx';
import { adviceOn } from './advice.ts';
import styles from './result.module.css';

interface ResultProps {
  place: Place;
  result: VerifyResult;
}

/** What was decided, why, where, and what the person can do about it. */
export function Result({ place, result }: ResultProps) {
  const { verification_id, decision, sandbox } = result;
  const { tone, word } = DECISIONS[decision];
  const reasons = sandbox?.reasons.map(({ code }) => code) ?? [];
  const advice = adviceOn(reasons);
  return (
    <div className={styles.result}>
      <p className={styles.head} role="status">
        <Outcome tone={tone} badge>
          {word}
        </Outcome>
        <Link to={`/${place.org}/${place.env}/verifications/${verification_id}` as '/'}>
          Open the decision, with every check
        </Link>
      </p>
      {reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map((code) => (
            <li key={code}>{reasonWords(code)}</li>
          ))}
        </ul>
      )}
      {advice.map((words) => (
        <Note key={words} tone="review">
          {words}
        </Note>
      ))}
      <Spot place={place} id={verification_id} />
    </div>
  );
}

/** Under the keys of the decision’s page, which then opens at once. */
function Spot({ place, id }: { place: Place; id: string }) {
  const path = `/geolocation/verifications/${id}`;
  const record = useQuery({
    queryKey: [path, place],
    queryFn: ({ signal }) => read<Verification>(`${envPath(place)}${path}`, undefined, signal),
  });
  const explanation = useQuery(explanationQuery(place, id));
  if (!record.data || !explanation.data) return null;
  return <Where record={record.data} explanation={explanation.data} />;
}
