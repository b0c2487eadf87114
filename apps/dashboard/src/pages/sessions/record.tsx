import type { FaceSession, frames } from '@standpoint/contract';
import { DECIDERS } from '@standpoint/contract/dashboard/role-sets';
import { Link } from '@tanstack/react-router';
import { roleIn, useMe } from '../../api/me.ts';
import type { Place } from '../../app/place.ts';
import { Evidence } from '../../dossier/evidence.tsx';
import { Notes } from '../../dossier/notes.tsx';
import { Timeline } from '../../dossier/timeline.tsx';
import { Gallery } from '../../frames/gallery.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Note } from '../../parts/note.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Time } from '../../parts/time.tsx';
import { Bold } from '../../record/bold.tsx';
import { ClaimHolder } from '../../record/claim-holder.tsx';
import { DecideLink } from '../../record/decide-link.tsx';
import styles from '../../record/facts.module.css';
import { RecordFrame } from '../../record/frame.tsx';
import { useRecord } from '../../record/use-record.ts';
import { FACE_DECISION_WORDS, faceReasonWords, STATUS_WORDS } from '../../texts/face.ts';
import { Simulate } from '../simulate/block.tsx';
import { Attempts } from './attempts.tsx';
import { Challenge } from './challenge.tsx';
import { End } from './end.tsx';
import { useSessionExplanation } from './explanation.ts';
import { About, Consent, Duplicates, Handoffs } from './facts.tsx';
import { Scores } from './scores.tsx';
import { sessionSentence } from './sentence.ts';

type Explanation = frames.SessionExplanation;

export function SessionPage() {
  const { data, error, isPending, refetch, id, place } = useRecord<FaceSession>(
    (id) => `/facecheck/session/${id}`,
  );
  const explanation = useSessionExplanation(place, data ? id : null);
  const base = `/${place.org}/${place.env}`;
  return (
    <RecordFrame
      list={{ title: 'Sessions', to: `${base}/sessions` }}
      what="This session"
      title={data ? titleOf(data) : 'Session'}
      id={id}
      pending={isPending}
      error={error}
      again={() => void refetch()}
      head={data ? headOf(data, explanation.data, place, <Decide session={data} place={place} />) : {}}
      side={data && <Side session={data} base={base} place={place} />}
    >
      {data && (
        <>
          {data.record_contradicted && (
            <Note tone="fail">This row differs from the signed record. Do not rely on it.</Note>
          )}
          <Loaded query={explanation} what="The explanation" columns={[90]} rows={8}>
            {(known) => <Explained session={data} explanation={known} place={place} base={base} />}
          </Loaded>
        </>
      )}
    </RecordFrame>
  );
}

function titleOf({ decision, status, reasons }: FaceSession): string {
  if (!decision) return STATUS_WORDS[status];
  const { word } = FACE_DECISION_WORDS[decision];
  const [first] = reasons;
  if (decision === 'approved' || !first) return word;
  const why = faceReasonWords(first);
  return `${word}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`;
}

const ENDED: ReadonlySet<string> = new Set(['completed', 'expired', 'canceled', 'failed']);

/** Before the first decision there is nothing that could have been deleted. */
function noEvidence({ attempts, customer_id, decision, status }: FaceSession): { none?: string } {
  if (decision || customer_id === null || attempts.some(({ outcome }) => outcome)) return {};
  if (ENDED.has(status)) return { none: 'There is none: nothing was decided.' };
  return { none: 'There is none yet: it is signed with the first decision.' };
}

const waits = ({ review }: FaceSession): boolean =>
  review !== null && (review.state === 'open' || review.state === 'awaiting_second');

function headOf(
  session: FaceSession,
  explanation: Explanation | undefined,
  place: Place,
  decide: React.ReactNode,
) {
  const base = `/${place.org}/${place.env}`;
  const { decision, status, customer_id, created_at, attempts, attempts_max, workflow_version, review } =
    session;
  const { tone, word } = decision
    ? FACE_DECISION_WORDS[decision]
    : { tone: 'quiet' as const, word: STATUS_WORDS[status] };
  return {
    badge: (
      <Outcome tone={tone} badge>
        {waits(session) ? 'Waiting for a person' : word}
      </Outcome>
    ),
    actions: decide,
    meta: [
      customer_id ? (
        <Link key="c" to={`${base}/customers/${encodeURIComponent(customer_id)}` as '/'}>
          {customer_id}
        </Link>
      ) : (
        'Customer erased'
      ),
      `${explanation?.workflow?.name ?? 'Workflow'}, v${workflow_version}`,
      `attempt ${attempts.length} of ${attempts_max}`,
      <Time key="t" at={created_at} />,
      review && waits(session) ? (
        <span key="r">
          Due <Time at={review.due_at} />
          {review.four_eyes ? ', needs two people' : ''}
        </span>
      ) : null,
      review && waits(session) ? <ClaimHolder key="h" place={place} review_id={review.review_id} /> : null,
    ],
  };
}

/** The way to decide: its case in the review queue. */
function Decide({ session, place }: { session: FaceSession; place: Place }) {
  const role = roleIn(useMe(), place.org);
  if (!waits(session) || role === null || !DECIDERS.includes(role) || !session.review) return null;
  return <DecideLink place={place} review_id={session.review.review_id} />;
}

interface ExplainedProps {
  session: FaceSession;
  explanation: Explanation;
  place: Place;
  base: string;
}

function Explained({ session, explanation, place, base }: ExplainedProps) {
  const attempt = explanation.attempts.at(-1);
  const engine = attempt
    ? `engine ${attempt.engine_version}${attempt.pack ? `; models ${attempt.pack.id} ${attempt.pack.version}` : ''}`
    : 'not known';
  return (
    <div className={styles.parts}>
      <p className={styles.answer}>
        <Bold text={sessionSentence(session)} />
      </p>
      <Gallery place={place} session={session} explained={explanation.attempts} />
      <Scores checks={session.checks} attempt={attempt} />
      <Challenge attempt={attempt} />
      <Duplicates session={session} base={base} />
      <Attempts session={session} />
      <Evidence place={place} id={session.session_id} with={engine} {...noEvidence(session)} />
      <Notes place={place} id={session.session_id} />
      <Simulate
        place={place}
        area="face"
        customer_id={session.customer_id ?? ''}
        like={{ workflow_id: session.workflow_id }}
      />
      <div data-screen-only>
        <End session={session} place={place} />
      </div>
    </div>
  );
}

const Side = ({ session, base, place }: Pick<ExplainedProps, 'session' | 'base' | 'place'>) => (
  <>
    <Timeline place={place} id={session.session_id} />
    <Handoffs session={session} base={base} />
    <Consent session={session} base={base} />
    <About session={session} base={base} />
  </>
);
