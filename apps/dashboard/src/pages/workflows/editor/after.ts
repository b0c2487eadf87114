import { queryClient } from '../../../api/query-client.ts';
import type { Place } from '../../../app/place.ts';
import { type One, workflowQuery, workflowsQuery } from '../queries.ts';
import type { Saver } from '../saver.ts';

/** Reads the workflow again, after something else than the draft has changed. */
export async function readAgain(place: Place, id: string): Promise<One> {
  const query = workflowQuery(place, id);
  await queryClient.invalidateQueries({ queryKey: workflowsQuery(place).queryKey });
  return queryClient.fetchQuery({ ...query, staleTime: 0 });
}

/** And begins the draft with what the service has now. */
export async function beginAgain(place: Place, id: string, saver: Saver): Promise<One> {
  const one = await readAgain(place, id);
  saver.take(one.draft, (one.draft ?? one.base)?.definition ?? { name: '' });
  return one;
}
