import type { AnswerOf, frames } from '@standpoint/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { read, write } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { envPath, type Place } from '../app/place.ts';
import { timelineKey } from '../dossier/queries.ts';

interface Wanted {
  place: Place;
  /** One session, or two that are compared. */
  session_ids: readonly string[];
  /** The review that they are looked at for; the entry in the audit log names it. */
  review_id?: string | undefined;
}

/** Writes to the audit log that the frames are looked at. Each answer says until when, and whether they are kept. */
const writeReveals = ({ place, session_ids, review_id }: Wanted) =>
  Promise.all(
    session_ids.map((id) =>
      write<AnswerOf<typeof frames.revealFrames>>(
        'POST',
        `${envPath(place)}/sessions/${encodeURIComponent(id)}/reveal`,
        review_id === undefined ? {} : { review_id },
      ),
    ),
  );

/**
 * Frames are blurred until they are revealed here, which is written to the audit log before it happens, and blurred
 * again when the page is left or the time is over.
 */
export function useReveal(wanted: Wanted) {
  const { place, session_ids } = wanted;
  const [shown, setShown] = useState(false);
  const [until, setUntil] = useState<number | null>(null);
  const reveal = useMutation({
    mutationFn: () => writeReveals(wanted),
    onSuccess: (answers) => {
      setUntil(Math.min(...answers.map((answer) => Date.parse(answer.until))));
      setShown(answers.some(({ frames }) => frames === 'kept'));
      for (const [i, id] of session_ids.entries()) {
        void queryClient.invalidateQueries({ queryKey: timelineKey(place, id) });
        // They were deleted since the page was opened: it says so.
        if (answers[i]!.frames !== 'kept')
          void queryClient.invalidateQueries({ queryKey: [`/facecheck/session/${id}`, place] });
      }
    },
  });
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(
      () => {
        setShown(false);
        setUntil(null);
      },
      Math.max(0, until - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [until]);
  const show = () => {
    if (until !== null && until > Date.now()) setShown(true);
    else if (!reveal.isPending) reveal.mutate();
  };
  return { shown, show, hide: () => setShown(false), until, busy: reveal.isPending, error: reveal.error };
}

export type Reveal = ReturnType<typeof useReveal>;

/**
 * The pictures of one frame, as addresses: one, or those of the clip. They are asked for only while they are revealed,
 * and forgotten afterwards.
 */
export function useFrame(
  place: Place,
  session_id: string,
  attempt_id: string,
  index: number,
  shown: boolean,
) {
  return useQuery({
    queryKey: ['frame', place, session_id, attempt_id, index],
    queryFn: async ({ signal }) => {
      const { pictures, ...first } = await read<AnswerOf<typeof frames.readFrame>>(
        `${envPath(place)}/sessions/${session_id}/frames/${attempt_id}/${index}`,
        undefined,
        signal,
      );
      return (pictures ?? [first]).map(({ media_type, base64 }) => `data:${media_type};base64,${base64}`);
    },
    enabled: shown,
    // A face is not kept in memory beyond the page that shows it.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
}
