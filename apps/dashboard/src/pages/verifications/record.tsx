import type { explained, record as parts, Verification } from '@standpoint/contract';
import { DECIDERS } from '@standpoint/contract/dashboard/role-sets';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { roleIn, useMe } from '../../api/me.ts';
import type { Place } from '../../app/place.ts';
import { Evidence } from '../../dossier/evidence.tsx';
import { Notes } from '../../dossier/notes.tsx';
import { Timeline } from '../../dossier/timeline.tsx';
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
import { DECISIONS, reasonWords } from '../../texts/location.ts';
import { unturned } from '../../texts/unturned.ts';
import { Simulate } from '../simulate/block.tsx';
import { Again } from './again.tsx';
import { Checks } from './checks.tsx';
import { explanationQuery } from './explanation.ts';
import { madeWith } from './made-with.ts';
import { Reasons } from './reasons.tsx';
import { sentenceOf } from './sentence.ts';
import { DeviceAndToken } from './side.tsx';
import { Where } from './where.tsx';

type Explanation = explained.VerificationExplanation;

export function VerificationPage() {
  const { data, error, isPending, refetch, id, place } = useRecord<Verification>(
    (id) => `/geolocation/verifications/${id}`,
  );
  const explanation = useQuery({ ...explanationQuery(place, id), enabled: data !== undefined });
  const base = `/${place.org}/${place.env}`;
  return (
    <RecordFrame
      list={{ title: 'Verifications', to: `${base}/verifications` }}
      what="This verification"
      title={data ? titleOf(data) : 'Verification'}
      id={id}
      pending={isPending}
      error={error}
      again={() => void refetch()}
      head={data ? headOf(data, explanation.data, place, <Decide record={data} place={place} />) : {}}
      side={data && <Side record={data} explanation={explanation.data} place={place} />}
    >
      {data && (
        <>
          {data.record_contradicted && (
            <Note tone="fail">This row differs from the signed record. Do not rely on it.</Note>
          )}
          <Loaded query={explanation} what="The explanation" columns={[90]} rows={8}>
            {(known) => <Explained record={data} explanation={known} place={place} />}
          </Loaded>
        </>
      )}
    </RecordFrame>
  );
}

/** "Review: too close to a border to tell". */
function titleOf({ decision, reason_codes }: Verification): string {
  const { word } = DECISIONS[decision];
  const [first] = reason_codes;
  if (decision === 'pass' || !first) return word;
  const why = reasonWords(first);
  return `${word}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`;
}

const waits = ({ review }: Verification): boolean =>
  review !== null && (review.state === 'open' || review.state === 'awaiting_second');

function headOf(
  record: Verification,
  explanation: Explanation | undefined,
  place: Place,
  decide: React.ReactNode,
) {
  const base = `/${place.org}/${place.env}`;
  const { decision, review, customer_id, transaction_type, transaction_name, created_at, policy } = record;
  const { tone, word } = DECISIONS[decision];
  const name = explanation?.policy ? `${explanation.policy.name}, ` : '';
  const rules = policy ? `Policy ${name}v${policy.version}` : 'Built-in rules';
  return {
    badge: (
      <Outcome tone={tone} badge>
        {waits(record) ? 'Waiting for a person' : word}
      </Outcome>
    ),
    actions: decide,
    meta: [
      record.erased ? (
        'Customer erased'
      ) : (
        <Link key="c" to={`${base}/customers/${encodeURIComponent(customer_id)}` as '/'}>
          {customer_id}
        </Link>
      ),
      unturned([transaction_type, transaction_name].filter(Boolean).join(', ')),
      <Time key="t" at={created_at} />,
      rules,
      review && waits(record) ? (
        <span key="r">
          Due <Time at={review.due_at} />
          {review.four_eyes ? ', needs two people' : ''}
        </span>
      ) : null,
      review && waits(record) ? <ClaimHolder key="h" place={place} review_id={review.review_id} /> : null,
    ],
  };
}

/** The way to decide: its case in the review queue. */
function Decide({ record, place }: { record: Verification; place: Place }) {
  const role = roleIn(useMe(), place.org);
  if (!waits(record) || role === null || !DECIDERS.includes(role) || !record.review) return null;
  return <DecideLink place={place} review_id={record.review.review_id} />;
}

interface ExplainedProps {
  record: Verification;
  explanation: Explanation;
  place: Place;
}

const Explained = ({ record, explanation, place }: ExplainedProps) => (
  <div className={styles.parts}>
    <div>
      <p className={styles.answer}>
        <Bold text={sentenceOf(record, explanation)} />
      </p>
      <Where record={record} explanation={explanation} />
    </div>
    <Checks record={record} explanation={explanation} />
    <Reasons record={record} explanation={explanation} />
    {explanation.known && <Again record={record} rules={explanation.rules} place={place} />}
    <Evidence place={place} id={record.verification_id} with={madeWith(record)} />
    <Notes place={place} id={record.verification_id} />
    <Simulate place={place} area="geolocation" customer_id={record.customer_id} like={likeOf(record)} />
  </div>
);

const likeOf = ({ transaction_type, position }: Verification) => ({
  transaction_type,
  ...(position && {
    position: { lat: position.lat, lng: position.lng, accuracy_m: Math.max(1, position.p95_m) },
  }),
});

function Side({
  record,
  explanation,
  place,
}: {
  record: Verification;
  explanation?: Explanation | undefined;
  place: Place;
}) {
  const more = useMemo(() => stepsOf(record, explanation), [record, explanation]);
  return (
    <>
      <Timeline place={place} id={record.verification_id} more={more} />
      {explanation?.known && <DeviceAndToken record={record} explanation={explanation} />}
    </>
  );
}

const NO_STEP = { by: null, outcome: null, detail: {} };

/** Earlier tries of the chain, and when the position was measured. */
function stepsOf({ position }: Verification, explanation: Explanation | undefined): parts.Step[] {
  const tries = (explanation?.tries ?? []).map(
    ({ at, hop, decision }): parts.Step => ({
      ...NO_STEP,
      at,
      kind: 'decided',
      name: `try_${hop + 1}`,
      outcome: decision,
    }),
  );
  const measured: parts.Step[] = position
    ? [{ ...NO_STEP, at: position.measured_at, kind: 'decided', name: 'position_measured' }]
    : [];
  return [...tries, ...measured];
}
