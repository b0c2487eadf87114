import type { FaceSession, Verification } from '@standpoint/contract';
import { lazy, Suspense, useEffect } from 'react';
import type { Place } from '../../../app/place.ts';
import { Note } from '../../../parts/note.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { type Case, useReviewed } from '../queries.ts';
import { type Layout, layoutOf } from '../words.ts';
import { PartBoundary } from './part-failed.tsx';

/** What explains a case comes with the first case of its kind, while its record is on the way. */
const load = {
  duplicate: () => import('./duplicate.tsx'),
  face: () => import('./face.tsx'),
  location: () => import('./location.tsx'),
};
const DuplicateCase = lazy(async () => ({ default: (await load.duplicate()).DuplicateCase }));
const FaceCase = lazy(async () => ({ default: (await load.face()).FaceCase }));
const LocationCase = lazy(async () => ({ default: (await load.location()).LocationCase }));
const loaderOf = (layout: Layout): (() => Promise<unknown>) =>
  layout === 'border' || layout === 'place' ? load.location : load[layout];

/** What explains the case, once its record has come. */
export function CaseBody({ place, found }: { place: Place; found: Case }) {
  const row = found.review;
  const layout = layoutOf(row);
  const { data, error, refetch } = useReviewed<Verification | FaceSession>(place, row);
  // When it does not come, the page says so where the part is shown.
  useEffect(() => void loaderOf(layout)().catch(() => undefined), [layout]);
  if (row.state === 'closed')
    return <Note tone="plain">The person’s data was erased or redacted. Nothing is left to review.</Note>;
  if (!data && error) return <Problem what="The record" error={error} again={() => void refetch()} />;
  const waiting = <Skeleton columns={[90, 60]} what="the record" rows={8} />;
  if (!data) return waiting;
  return (
    <PartBoundary review_id={row.review_id}>
      <Suspense fallback={waiting}>
        <Body place={place} found={found} layout={layout} record={data} />
      </Suspense>
    </PartBoundary>
  );
}

interface BodyProps {
  place: Place;
  found: Case;
  layout: Layout;
  record: Verification | FaceSession;
}

function Body({ place, found, layout, record }: BodyProps) {
  if (layout === 'border' || layout === 'place')
    return <LocationCase place={place} row={found.review} record={record as Verification} found={found} />;
  const session = record as FaceSession;
  return layout === 'duplicate' ? (
    <DuplicateCase place={place} session={session} found={found} />
  ) : (
    <FaceCase place={place} session={session} found={found} />
  );
}
