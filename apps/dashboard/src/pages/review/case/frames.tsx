import type { FaceSession, reviewing } from '@standpoint/contract';
import type { ReactNode } from 'react';
import type { Place } from '../../../app/place.ts';
import { GalleryPair, type Side } from '../../../frames/pair.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { Time } from '../../../parts/time.tsx';
import { useSessionExplanation } from '../../sessions/explanation.ts';
import { useFaceSession } from '../queries.ts';

interface TwinFramesProps {
  place: Place;
  session: FaceSession;
  twin: reviewing.Twin;
  review_id: string;
  /** Whether `b` is the key of these frames. */
  keyed: boolean;
}

/** Whose frames they are, and from when. */
const Heading = ({ of, words }: { of: string; words: ReactNode }) => (
  <>
    <b className="mono">{of}</b> {words && <span className="soft">{words}</span>}
  </>
);

const SeenWords = ({ at }: { at: string }) => (
  <>
    Seen <Time at={at} />
  </>
);

/** The frames of the session beside those of the customer who looks alike. */
export function TwinFrames({ place, session, twin, review_id, keyed }: TwinFramesProps) {
  const other = useFaceSession(place, twin.session_id);
  const theirs = useSessionExplanation(place, twin.session_id);
  const mine = useSessionExplanation(place, session.session_id);
  if (other.error && !other.data)
    return (
      <Problem
        what="The session of the other customer"
        error={other.error}
        again={() => void other.refetch()}
      />
    );
  const sides: Side[] = [
    {
      id: session.customer_id,
      title: <Heading of={session.customer_id} words="This session" />,
      session,
      explained: mine.data?.attempts ?? [],
    },
    {
      id: twin.customer_id,
      title: <Heading of={twin.customer_id} words={other.data && <SeenWords at={other.data.created_at} />} />,
      session: twin.session_id === null ? null : other.data,
      explained: theirs.data?.attempts ?? [],
    },
  ];
  return (
    <GalleryPair
      key={`${session.session_id} ${twin.session_id}`}
      place={place}
      sides={sides}
      review_id={review_id}
      keyed={keyed}
    />
  );
}
