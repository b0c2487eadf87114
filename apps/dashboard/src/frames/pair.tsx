import type { ReactNode } from 'react';
import type { Place } from '../app/place.ts';
import { Block } from '../parts/block.tsx';
import styles from './gallery.module.css';
import { type Explained, goneWords, keptAttempt, type Pictured, Pictures } from './pictures.tsx';
import { RevealBar } from './reveal-bar.tsx';
import { useReveal } from './use-reveal.ts';

export interface Side {
  id: string;
  title: ReactNode;
  /** Null where the person has none; undefined while it is read. */
  session: Pictured | null | undefined;
  explained: Explained;
}

interface PairProps {
  place: Place;
  sides: readonly Side[];
  review_id: string;
  keyed: boolean;
}

/** So many frames of each fit beside each other, large enough to compare two faces. */
const MOST = 4;

/** The frames of two people beside each other. One press reveals both, and each has an entry of its own. */
export function GalleryPair({ place, sides, review_id, keyed }: PairProps) {
  const session_ids = sides.flatMap(({ session }) =>
    session && keptAttempt(session) ? [session.session_id] : [],
  );
  const reveal = useReveal({ place, session_ids, review_id });
  return (
    <Block title="Frames">
      {session_ids.length > 0 && <RevealBar reveal={reveal} keyed={keyed} />}
      <div className={styles.sides}>
        {sides.map((side, i) => (
          <section
            key={side.id}
            className={styles.side}
            aria-label={`Frames of ${side.id}, compared with ${sides[1 - i]?.id}`}
          >
            <p>{side.title}</p>
            <SidePictures place={place} side={side} shown={reveal.shown} />
          </section>
        ))}
      </div>
    </Block>
  );
}

interface SideProps {
  place: Place;
  side: Side;
  shown: boolean;
}

function SidePictures({ place, side: { session, explained }, shown }: SideProps) {
  if (session === undefined) return null;
  if (session === null) return <p className="soft">No session of theirs is stored.</p>;
  const attempt = keptAttempt(session);
  if (!attempt) return <p className="soft">{goneWords(session)}</p>;
  return (
    <Pictures
      place={place}
      session_id={session.session_id}
      attempt={attempt}
      explained={explained}
      shown={shown}
      most={MOST}
    />
  );
}
