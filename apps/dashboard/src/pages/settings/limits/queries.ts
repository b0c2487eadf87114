import type { AnswerOf, project } from '@standpoint/contract';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../../api/client.ts';
import { orgPath, type Place } from '../../../app/place.ts';

export type Limits = AnswerOf<typeof project.readLimits>;

export const limitsQuery = (place: Pick<Place, 'org'>) =>
  queryOptions({
    queryKey: [place.org, 'limits'],
    queryFn: ({ signal }) => read<Limits>(`${orgPath(place)}/limits`, undefined, signal),
  });
