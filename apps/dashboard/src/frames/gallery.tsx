import type { Place } from '../app/place.ts';
import { Block } from '../parts/block.tsx';
import { Note } from '../parts/note.tsx';
import { Time } from '../parts/time.tsx';
import { Clip } from './clip.tsx';
import {
  type Attempt,
  type Explained,
  goneWords,
  keptAttempt,
  type Pictured,
  Pictures,
} from './pictures.tsx';
import { RevealBar } from './reveal-bar.tsx';
import { useReveal } from './use-reveal.ts';

interface GalleryProps {
  place: Place;
  session: Pictured;
  explained: Explained;
  /** The review that the frames are looked at for. */
  review_id?: string;
}

/** How many frames of which attempt are kept, and until when. */
function KeptWords({ session, attempt }: { session: Pictured; attempt: Attempt }) {
  const { delete_after } = session.retention;
  return (
    <span dir="auto">
      {attempt.frames.length} of attempt {session.attempts.indexOf(attempt) + 1}
      {delete_after && (
        <>
          ; deleted on <Time at={delete_after} />
        </>
      )}
    </span>
  );
}

/** The frames of the last attempt that has some, and its clip, blurred until this person reveals them. */
export function Gallery({ place, session, explained, review_id }: GalleryProps) {
  const { session_id } = session;
  const reveal = useReveal({ place, session_ids: [session_id], review_id });
  const attempt = keptAttempt(session);
  if (!attempt)
    return (
      <Block title="Frames">
        <Note>{goneWords(session)}</Note>
      </Block>
    );
  const clip = explained.find(({ attempt_id }) => attempt_id === attempt.attempt_id)?.clip;
  return (
    <Block title="Frames" aside={<KeptWords session={session} attempt={attempt} />}>
      <RevealBar reveal={reveal} />
      <Pictures
        place={place}
        session_id={session_id}
        attempt={attempt}
        explained={explained}
        shown={reveal.shown}
      />
      {clip && (
        <Clip
          place={place}
          session_id={session_id}
          attempt_id={attempt.attempt_id}
          clip={clip}
          shown={reveal.shown}
        />
      )}
    </Block>
  );
}
