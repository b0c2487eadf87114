import type { AnswerOf, workflows as endpoints } from '@standpoint/contract';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import { orgPath, type Place } from '../../app/place.ts';

export type Listed = endpoints.ListedWorkflow;
export type One = endpoints.OneWorkflow;
export type Draft = endpoints.WorkflowDraft;
export type Definition = Draft['definition'];
export type Problem = Draft['problems'][number];
export type Preview = NonNullable<Draft['preview']>;

export const workflowsPath = (place: Pick<Place, 'org'>): string => `${orgPath(place)}/workflows`;

/** Workflows belong to the organization: both environments use them. */
export const workflowsQuery = ({ org }: Pick<Place, 'org'>) =>
  queryOptions({
    queryKey: ['workflows', org],
    queryFn: ({ signal }) =>
      read<AnswerOf<typeof endpoints.listWorkflows>>(workflowsPath({ org }), undefined, signal),
  });

export const workflowQuery = ({ org }: Pick<Place, 'org'>, id: string) =>
  queryOptions({
    queryKey: ['workflow', org, id],
    queryFn: ({ signal }) => read<One>(`${workflowsPath({ org })}/${id}`, undefined, signal),
    // What is being written is not replaced behind the person's back.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    // And a person who comes back begins with what colleagues have saved since.
    gcTime: 0,
  });

export const versionQuery = ({ org }: Pick<Place, 'org'>, id: string, version: number) =>
  queryOptions({
    queryKey: ['workflow', org, id, 'version', version],
    queryFn: ({ signal }) =>
      read<AnswerOf<typeof endpoints.readVersion>>(
        `${workflowsPath({ org })}/${id}/versions/${version}`,
        undefined,
        signal,
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
