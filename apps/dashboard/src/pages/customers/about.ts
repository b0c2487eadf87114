import type { CustomerAbout } from '@standpoint/contract';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { envPath, type Place } from '../../app/place.ts';

export type About = CustomerAbout;

export const customerPath = (place: Place, id: string): string =>
  `${envPath(place)}/customers/${encodeURIComponent(id)}`;

/** What is kept of a customer beside the timeline. */
export const aboutQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: ['customer', place, id, 'about'],
    queryFn: ({ signal }) => read<About>(`${customerPath(place, id)}/about`, undefined, signal),
  });

/** After something about the customer has changed. */
export const readCustomerAgain = (place: Place, id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['customer', place, id] });
