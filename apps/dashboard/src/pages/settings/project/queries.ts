import type { AnswerOf, project } from '@standpoint/contract';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../../api/client.ts';
import { orgPath, type Place } from '../../../app/place.ts';

export type Project = AnswerOf<typeof project.readProject>;

export const projectQuery = (place: Pick<Place, 'org'>) =>
  queryOptions({
    queryKey: [place.org, 'project'],
    queryFn: ({ signal }) => read<Project>(`${orgPath(place)}/project`, undefined, signal),
  });
