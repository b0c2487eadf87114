import type { AnswerOf, reviewing } from '@standpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../api/client.ts';
import { envPath, type Place } from '../app/place.ts';
import { timeOfDay } from '../clock/words.ts';
import { useZone } from '../clock/zone.ts';
import { useLive } from '../live/use-live.ts';
import { askAgainIn, holderWords } from './holder-words.ts';

type Case = AnswerOf<typeof reviewing.readCase>;

/** Who works on the review of this record, and until when. Nothing where there is no such person. */
export function ClaimHolder({ place, review_id }: { place: Place; review_id: string }) {
  const zone = useZone();
  const { data, refetch } = useQuery({
    // The case itself: a person who goes on to decide it finds it loaded.
    queryKey: ['reviews', place, 'case', review_id],
    queryFn: ({ signal }) => read<Case>(`${envPath(place)}/reviews/${review_id}`, undefined, signal),
    // The service says whether a claim is over: the clock of this device may be wrong.
    refetchInterval: ({ state }) => askAgainIn(state.data?.review.claim ?? null, Date.now()),
  });
  useLive(['review', 'claim', 'held'], () => void refetch());
  const claim = data?.review.claim;
  if (!claim) return null;
  return (
    <Link to={`/${place.org}/${place.env}/review` as '/'} search={{ case: review_id } as never}>
      {holderWords(claim, timeOfDay(new Date(claim.until), zone))}
    </Link>
  );
}
