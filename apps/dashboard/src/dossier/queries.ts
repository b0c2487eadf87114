import type { AnswerOf, record } from '@standpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import { envPath, type Place } from '../app/place.ts';

export const recordPath = (place: Place, id: string): string =>
  `${envPath(place)}/records/${encodeURIComponent(id)}`;
export const notesKey = (place: Place, id: string) => ['notes', place, id] as const;
export const timelineKey = (place: Place, id: string) => ['timeline', place, id] as const;

const get =
  <T>(path: string) =>
  ({ signal }: { signal: AbortSignal }) =>
    read<T>(path, undefined, signal);

export const useTimeline = (place: Place, id: string) =>
  useQuery({
    queryKey: timelineKey(place, id),
    queryFn: get<AnswerOf<typeof record.readTimeline>>(`${recordPath(place, id)}/timeline`),
  });

export const useNotes = (place: Place, id: string) =>
  useQuery({ queryKey: notesKey(place, id), queryFn: get<record.Notes>(`${recordPath(place, id)}/notes`) });

export const useEvidence = (place: Place, id: string) =>
  useQuery({
    queryKey: ['evidence', place, id],
    queryFn: get<AnswerOf<typeof record.verifyEvidence>>(`${recordPath(place, id)}/evidence`),
    staleTime: 60_000,
  });
