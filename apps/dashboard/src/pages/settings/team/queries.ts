import type { AnswerOf, team } from '@standpoint/contract';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../../api/client.ts';
import { orgPath, type Place } from '../../../app/place.ts';

export type Member = team.Member;
export type Invitation = team.Invitation;

export const teamQuery = (place: Pick<Place, 'org'>) =>
  queryOptions({
    queryKey: [place.org, 'team'],
    queryFn: ({ signal }) =>
      read<AnswerOf<typeof team.readTeam>>(`${orgPath(place)}/team`, undefined, signal),
  });
