import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { write } from '../../../api/client.ts';
import { usePlace } from '../../../app/place.ts';
import type { LngLat } from '../../../map/mercator.ts';
import type { Editor } from '../editor/use-editor.ts';
import { type Definition, policyPath, type Tried } from '../queries.ts';

export interface Try {
  at: LngLat;
  accuracy_m: number;
  network: string;
}

/** What the draft would decide at a place: of this content, stored or not; null: of what is stored. */
function useTried(id: string, question: Try | null, definition: Definition | null) {
  const place = usePlace();
  return useQuery({
    queryKey: [place.org, 'try', id, question, JSON.stringify(definition)],
    queryFn: () => {
      const { at, accuracy_m, network } = question!;
      const body = {
        lat: at[1],
        lng: at[0],
        accuracy_m,
        ...(network && { network }),
        ...(definition && { definition }),
      };
      return write<Tried>('POST', `${policyPath(place, id)}/try`, body);
    },
    enabled: question !== null,
    retry: false,
    staleTime: 60_000,
    // Of the same place alone: another place's answer would stand beside this one's coordinates.
    placeholderData: (before, asked) => (sameSpot(asked?.queryKey[3], question) ? before : undefined),
  });
}

const sameSpot = (a: unknown, b: Try | null): boolean => String((a as Try | null)?.at) === String(b?.at);

export type Trial = ReturnType<typeof useTrial>;

/** The place that is tried, what the draft would decide there, and its mark on the map. */
export function useTrial(id: string, editor: Editor) {
  const [question, setQuestion] = useState<Try | null>(null);
  const tried = useTried(id, question, editor.edits ? editor.definition : null);
  const tryAt = (at: LngLat) => setQuestion({ accuracy_m: 30, network: '', ...question, at });
  const mark = question && {
    at: question.at,
    radius_m: question.accuracy_m,
    to: tried.data?.decision ?? ('retry' as const),
  };
  return { question, setQuestion, tried, tryAt, mark };
}
