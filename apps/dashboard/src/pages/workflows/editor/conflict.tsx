import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api/client.ts';
import { Note } from '../../../parts/note.tsx';
import { differences } from '../compare/differences.ts';
import { DifferenceList } from '../compare/list.tsx';
import { type One, workflowsPath } from '../queries.ts';
import { beginAgain } from './after.ts';
import styles from './editor.module.css';
import type { ToolProps } from './tool-props.ts';

/** Another person saved meanwhile: both drafts are here, and the person says which one stays. */
export function Conflict({ one, place, saver, writing, begun }: ToolProps) {
  const id = one.workflow_id;
  const query = useQuery({
    queryKey: ['workflow', place.org, id, 'theirs', writing.error],
    queryFn: ({ signal }) => read<One>(`${workflowsPath(place)}/${id}`, undefined, signal),
    staleTime: 0,
  });
  const theirs = query.data;
  const rows = theirs
    ? differences((theirs.draft ?? theirs.base)?.definition ?? null, writing.definition)
    : [];
  const takeTheirs = async () => {
    await beginAgain(place, id, saver);
    begun();
  };
  return (
    <div className={styles.band}>
      <Note tone="fail" live>
        {writing.error?.message} What you typed is still here, and is not saved.
      </Note>
      {rows.length > 0 && (
        <details>
          <summary>
            {rows.length === 1 ? 'One setting differs' : `${rows.length} settings differ`}: theirs, and then
            yours
          </summary>
          <DifferenceList rows={rows} label="Theirs, and yours" />
        </details>
      )}
      <div className={styles.buttons}>
        <Button onClick={() => void takeTheirs()}>Take theirs, drop mine</Button>
        {theirs?.draft && (
          <Button variant="filled" onClick={() => void saver.putOnTop(theirs.draft!)}>
            Save mine over theirs
          </Button>
        )}
      </div>
    </div>
  );
}
