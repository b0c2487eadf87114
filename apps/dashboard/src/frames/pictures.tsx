import type { FaceSession, frames } from '@standpoint/contract';
import type { Place } from '../app/place.ts';
import { KIND_WORDS } from '../checks/face-words.ts';
import { Blurred } from './blurred.tsx';
import styles from './gallery.module.css';
import { useFrame } from './use-reveal.ts';

export type Attempt = FaceSession['attempts'][number];
/** A session as far as its frames go. */
export type Pictured = Pick<FaceSession, 'session_id' | 'attempts' | 'retention'>;
/** What the signed records say of its attempts: which movement each frame shows. */
export type Explained = readonly frames.ExplainedAttempt[];

/** The last attempt that has frames; undefined where none are kept. */
export const keptAttempt = ({ attempts, retention }: Pictured): Attempt | undefined =>
  retention.frames === 'kept' ? attempts.findLast(({ frames }) => frames.length > 0) : undefined;

/** Why there is nothing to see. */
export function goneWords({ retention: { frames, redacted_at } }: Pictured): string {
  if (redacted_at) return 'The session was redacted: its frames are gone for good.';
  return frames === 'deleted'
    ? 'The frames are deleted: their retention was over. Their digests stay in the signed record.'
    : 'No frames were taken.';
}

interface PicturesProps {
  place: Place;
  session_id: string;
  attempt: Attempt;
  explained: Explained;
  shown: boolean;
  /** Only the first frame of each movement, and so many at most: for two people beside each other. */
  most?: number;
}

/** The frames of one attempt, blurred or not. */
export function Pictures({ place, session_id, attempt, explained, shown, most }: PicturesProps) {
  const steps = explained.find(({ attempt_id }) => attempt_id === attempt.attempt_id)?.steps ?? [];
  const kinds = new Map(steps.map(({ id, kind }) => [id, kind]));
  const all = attempt.frames.map(({ step, sha256 }, index) => ({
    index,
    sha256,
    kind: kinds.get(step) ?? step,
  }));
  const firsts = all.filter(({ kind }, i) => all.findIndex((each) => each.kind === kind) === i);
  return (
    <ol className={styles.frames} data-large={most !== undefined || undefined}>
      {(most === undefined ? all : firsts.slice(0, most)).map(({ index, sha256, kind }) => (
        <li key={sha256}>
          <Picture
            place={place}
            session_id={session_id}
            attempt={attempt}
            index={index}
            shown={shown}
            words={KIND_WORDS[kind] ?? kind}
          />
        </li>
      ))}
    </ol>
  );
}

interface PictureProps extends Pick<PicturesProps, 'place' | 'session_id' | 'attempt' | 'shown'> {
  index: number;
  words: string;
}

function Picture({ place, session_id, attempt, index, shown, words }: PictureProps) {
  const { data, error, isFetching } = useFrame(place, session_id, attempt.attempt_id, index, shown);
  const { t_ms, width, height } = attempt.frames[index]!;
  return (
    <figure className={styles.frame}>
      <div className={styles.picture}>
        {shown && data ? (
          <img src={data[0]} alt={`Frame ${index + 1}: ${words}`} />
        ) : (
          <Blurred words={`Frame ${index + 1}, blurred: ${words}`} />
        )}
        {shown && error && <span className={styles.wrong}>did not load</span>}
        {shown && isFetching && <span className="unseen">Loading</span>}
      </div>
      <figcaption className={styles.caption}>
        <b>{words}</b>
        <span className="num quiet" dir="auto" title={`${width} × ${height}`}>
          {Math.round(t_ms).toLocaleString('en')}&nbsp;ms
        </span>
      </figcaption>
    </figure>
  );
}
