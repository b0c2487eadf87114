import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { roleIn, useMe } from '../../api/me.ts';
import { usePlace } from '../../app/place.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { RecordProblem } from '../../record/no-record.tsx';
import { isBuilder } from '../settings/team/role-words.ts';
import styles from './editor/editor.module.css';
import { Editor } from './editor/editor.tsx';
import { workflowQuery } from './queries.ts';

/** One workflow: its draft with a preview, what changed, its versions, and how it is used. */
export function WorkflowPage() {
  const place = usePlace();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useQuery(workflowQuery(place, id));
  const builds = isBuilder(roleIn(useMe(), place.org));
  if (query.data) return <Editor key={id} one={query.data} place={place} builds={builds} />;
  return (
    <>
      <PageHead title="Workflow" />
      <div className={styles.loading}>
        {query.error ? (
          <RecordProblem
            what="This workflow"
            id={id}
            list={{ title: 'Workflows', to: `/${place.org}/${place.env}/workflows` }}
            error={query.error}
            again={() => void query.refetch()}
          />
        ) : (
          <Skeleton columns={[30, 70, 50]} what="this workflow" />
        )}
      </div>
    </>
  );
}
