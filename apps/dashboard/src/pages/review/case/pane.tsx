import { useEffect, useRef } from 'react';
import { useLostSince } from '../../../api/connection.ts';
import { roleIn, useMe } from '../../../api/me.ts';
import type { Place } from '../../../app/place.ts';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { RecordProblem } from '../../../record/no-record.tsx';
import { useOpenClaim } from '../claims/use-claim.ts';
import { useDraft } from '../drafts.ts';
import { QueueFigures } from '../figures.tsx';
import page from '../page.module.css';
import { type Case, useCase } from '../queries.ts';
import { useDecide } from '../use-decide.ts';
import { CaseBody } from './body.tsx';
import styles from './case.module.css';
import { DecidePanel } from './decide/panel.tsx';
import { CaseHead } from './head.tsx';
import { CaseStory } from './story.tsx';

interface PaneProps {
  place: Place;
  review_id: string | null;
  /** Whether this person decides reviews. */
  may: boolean;
  next(): boolean;
  back(review_ids: readonly string[]): void;
  close(): void;
  /** Of the case in the list; 0 when it is not in it. */
  position: number;
  of: number;
}

/** The open case beside the list. */
export function CasePane(props: PaneProps) {
  const { review_id } = props;
  return (
    <section className={page.pane} aria-label="Case">
      {review_id ? <OpenCase {...props} review_id={review_id} /> : <Closed />}
    </section>
  );
}

const Closed = () => (
  <div className={styles.closed}>
    <p className="quiet">
      Open a case with <kbd>J</kbd> and <kbd>Enter</kbd>.
    </p>
    <QueueFigures />
  </div>
);

function OpenCase(props: PaneProps & { review_id: string }) {
  const { place, review_id } = props;
  const { data, error, isPending, refetch } = useCase(place, review_id);
  if (!data)
    return (
      <div className={styles.closed}>
        {error && (
          <RecordProblem
            what="This case"
            id={review_id}
            list={{ title: 'Review', to: `/${place.org}/${place.env}/review` }}
            error={error}
            again={() => void refetch()}
          />
        )}
        {isPending && <Skeleton columns={[70, 40, 60]} what="the case" rows={6} />}
      </div>
    );
  return <LoadedCase {...props} found={data} />;
}

interface LoadedProps extends PaneProps {
  found: Case;
}

/** What `LoadedCase` holds, and what its buttons and fields do. */
function useLoadedCase({ place, found, may, next, back }: LoadedProps) {
  const row = found.review;
  const me = useMe();
  const role = roleIn(me, place.org);
  const manager = role === 'owner' || role === 'admin';
  const heading = useRef<HTMLHeadingElement>(null);
  const offline = useLostSince() !== null;
  const { note, reason } = useDraft(row.review_id);
  const waits = row.outcome === null && row.state !== 'closed' && row.held === null;
  // Another person was first: what one wrote stays in sight.
  const written = note !== '' || reason !== null;
  useOpenClaim(place, row, may && !offline);
  const { decide, busy, error } = useDecide({ place, row, next, back });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each case that opens takes the focus.
  useEffect(() => {
    // Not from a field, and not from the Undo of a message.
    if (!document.activeElement?.closest('input, textarea, select, [aria-live]'))
      heading.current?.focus({ preventScroll: true });
  }, [row.review_id]);
  return { row, manager, heading, offline, waits, written, decide, busy, error };
}

function LoadedCase(props: LoadedProps) {
  const { place, found, may, next, close, position, of } = props;
  const { row, manager, heading, offline, waits, written, decide, busy, error } = useLoadedCase(props);
  return (
    <article className={styles.case} aria-label="Open case">
      <CaseHead
        place={place}
        row={row}
        heading={heading}
        may={may}
        manager={manager}
        close={close}
        position={position}
        of={of}
      />
      <div className={styles.body}>
        <CaseStory found={found} />
        <CaseBody place={place} found={found} />
      </div>
      {(waits || (written && !row.held?.mine)) && (
        <DecidePanel
          key={row.review_id}
          place={place}
          row={row}
          may={may}
          manager={manager}
          offline={offline}
          busy={busy}
          error={error}
          decide={decide}
          next={next}
        />
      )}
    </article>
  );
}
