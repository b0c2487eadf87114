import { useEffect, useState } from 'react';
import { write } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useWatched } from '../../../api/watched.ts';
import type { Place } from '../../../app/place.ts';
import { useAskBeforeUnload } from '../../../unsaved/typed.ts';
import { type Draft, type One, workflowQuery, workflowsPath, workflowsQuery } from '../queries.ts';
import { Saver, type Writing } from '../saver.ts';

/** The draft of a workflow while its page is open. What is not saved when it is left is saved then. */
export function useSaver(one: One, place: Place): { saver: Saver; writing: Writing } {
  const [saver] = useState(() => {
    const path = `${workflowsPath(place)}/${one.workflow_id}/draft`;
    const first = { saved: one.draft, definition: (one.draft ?? one.base)?.definition ?? { name: '' } };
    return new Saver(first, async (revision, definition) => {
      const saved = await write<Draft>('PUT', path, { revision, definition });
      const { queryKey } = workflowQuery(place, one.workflow_id);
      queryClient.setQueryData<One>(queryKey, (known) => known && { ...known, draft: saved });
      void queryClient.invalidateQueries({ queryKey: workflowsQuery(place).queryKey });
      return saved;
    });
  });
  const writing = useWatched(saver.writing);
  const open = writing.state !== 'saved';
  useEffect(() => () => void saver.flush().finally(() => saver.stop()), [saver]);
  useAskBeforeUnload(open);
  return { saver, writing };
}
