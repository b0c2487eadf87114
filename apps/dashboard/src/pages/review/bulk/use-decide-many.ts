import type { AnswerOf, ReviewOutcome, reviewing } from '@standpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { write } from '../../../api/client.ts';
import { useWrite } from '../../../api/use-write.ts';
import { envPath, type Place } from '../../../app/place.ts';
import { sayWrong } from '../../../toast/toasts.ts';
import { pressed, tellHeld } from '../held.ts';
import { dropRows, dryKey, type Row, refresh } from '../queries.ts';
import { DONE } from '../words.ts';

type Answer = AnswerOf<typeof reviewing.decideReviews>;
const pathOf = (place: Place) => `${envPath(place)}/reviews/decide`;

/** What a decision about all of them would do, asked again when one of them changes. */
export function useDry(place: Place, outcome: ReviewOutcome, rows: readonly Row[]) {
  const review_ids = rows.map(({ review_id }) => review_id);
  return useQuery({
    queryKey: [...dryKey(place), outcome, review_ids],
    queryFn: () => write<Answer>('POST', pathOf(place), { outcome, reason: 'dry', review_ids, dry: true }),
    staleTime: 0,
    gcTime: 0,
  });
}

interface Wanted {
  place: Place;
  rows: readonly Row[];
  outcome: ReviewOutcome;
  done(): void;
  back(ids: readonly string[]): void;
}

interface Decision {
  ids: readonly string[];
  reason: string;
  note: string;
}

/** One press that decides many. Repeated after a lost answer, it decides once. */
export function useDecideMany({ place, rows, outcome, done, back }: Wanted) {
  const decide = useWrite<Answer, Decision>({
    method: 'POST',
    path: pathOf(place),
    body: ({ ids, reason, note }) => ({ outcome, reason, ...(note && { note }), review_ids: ids }),
  });
  const tell = ({ hold_id, until, decided, refused }: Answer) => {
    const review_ids = decided.map(({ review_id }) => review_id);
    if (hold_id && until) {
      const text = `${DONE[outcome]} ${decided.length === 1 ? 'one case' : `${decided.length} cases`}`;
      tellHeld(place, { hold_id, until, text, review_ids }, back);
    }
    if (refused.length > 0) sayWrong(new Error(refusedWords(rows, refused)));
    dropRows(place, review_ids);
    refresh(place);
    done();
  };
  return {
    isPending: decide.isPending,
    error: decide.error,
    mutate: (decision: Decision) => void pressed(() => decide.mutateAsync(decision)).then(tell, () => {}),
  };
}

/** "cus_1: Bob Reed approved this 4 s before you." With more than one, how many others stay open. */
function refusedWords(rows: readonly Row[], [first, ...others]: Answer['refused']): string {
  const name = rows.find(({ review_id }) => review_id === first!.review_id)?.customer_id || 'One case';
  const more = others.length > 0 ? ` ${others.length} more stay as they are.` : '';
  return `${name}: ${first!.message}${more}`;
}
