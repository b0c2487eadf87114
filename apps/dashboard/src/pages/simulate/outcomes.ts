import { useQuery } from '@tanstack/react-query';

/** A fixed outcome of the sandbox, as the service lists it for everybody. */
export interface ListedOutcome {
  /** What the customer id begins with. */
  customer_id: string;
  area: 'geolocation' | 'face';
  outcome: string;
}

/** Without those that need a second device. */
const NEEDS_PHONE = 'test_face_handoff_denied';

export const useOutcomes = (area: ListedOutcome['area']) =>
  useQuery({
    queryKey: ['sandbox-outcomes'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/sandbox/outcomes', { signal, credentials: 'omit' });
      if (!answer.ok) throw new Error(`/sandbox/outcomes answered ${answer.status}.`);
      const { data } = (await answer.json()) as { data: { outcomes: ListedOutcome[] } };
      return data.outcomes;
    },
    staleTime: Number.POSITIVE_INFINITY,
    select: (all) => all.filter((each) => each.area === area && each.customer_id !== NEEDS_PHONE),
  });

/** The outcome that an id names; the service takes the first that fits. */
export const outcomeOf = (all: readonly ListedOutcome[], customer_id: string): ListedOutcome | null =>
  all.find((each) => customer_id.startsWith(each.customer_id)) ?? null;

const LONGEST = 128;

/** The same customer under another outcome: the id names the outcome, so it is another id. */
export function customerFor(all: readonly ListedOutcome[], customer_id: string, wanted: string): string {
  const now = outcomeOf(all, customer_id);
  const rest = now ? customer_id.slice(now.customer_id.length) : `_${customer_id}`;
  return `${wanted}${rest}`.slice(0, LONGEST);
}
