import { useQuery } from '@tanstack/react-query';
import { useWrite } from '../../../api/use-write.ts';
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { Note } from '../../../parts/note.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { say } from '../../../toast/toasts.ts';
import { differences } from '../compare/differences.ts';
import { DifferenceList } from '../compare/list.tsx';
import { versionQuery, workflowsPath } from '../queries.ts';
import { beginAgain, readAgain } from './after.ts';
import type { ToolProps } from './tool-props.ts';

interface RollBackProps extends ToolProps {
  version: number;
  close(): void;
}

/** What `RollBack` holds, and what its buttons and fields do. */
function useRollBack(props: RollBackProps) {
  const { one, place, saver, writing, published, version, begun, close } = props;
  const id = one.workflow_id;
  const query = useQuery(versionQuery(place, id, version));
  const back = useWrite<{ version: number }, { version: number; over: number | null }>({
    method: 'POST',
    path: `${workflowsPath(place)}/${id}/roll-back`,
  });
  const done = async (made: number) => {
    say(
      `Version ${made} is published: the content of version ${version}. Checks that begin from now on use it.`,
    );
    // A draft that waits stays as it is.
    await (writing.saved ? readAgain(place, id) : beginAgain(place, id, saver));
    begun();
    close();
  };
  const send = () =>
    back.mutate({ version, over: published?.version ?? null }, { onSuccess: (made) => done(made.version) });
  return { query, back, send };
}

/** Shows what coming back to a version changes, then does it. */
export function RollBack(props: RollBackProps) {
  const { writing, published, version, close } = props;
  const { query, back, send } = useRollBack(props);
  const footer = (
    <DialogButtons
      keep="Keep what is published"
      verb="Publish it again"
      close={close}
      busy={back.isPending}
      off={!query.data}
      go={send}
    />
  );
  return (
    <Dialog opened title={`Come back to version ${version}?`} close={close} footer={footer}>
      <p>
        Its content is published as a new version at once. Checks that run keep theirs
        {writing.saved ? ', and the draft stays as it is.' : '.'}
      </p>
      <Loaded query={query} what={`Version ${version}`} rows={3}>
        {({ definition }) => {
          const rows = differences(published?.definition ?? null, definition);
          return rows.length > 0 ? (
            <DifferenceList rows={rows} label="What changes" />
          ) : (
            <Note>It has the same settings as what is published.</Note>
          );
        }}
      </Loaded>
      <Refusal error={back.error} />
    </Dialog>
  );
}
