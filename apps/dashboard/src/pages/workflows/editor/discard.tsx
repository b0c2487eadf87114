import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../../api/use-write.ts';
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { say } from '../../../toast/toasts.ts';
import { DifferenceList } from '../compare/list.tsx';
import { workflowsPath } from '../queries.ts';
import { beginAgain } from './after.ts';
import type { ToolProps } from './tool-props.ts';

/** What `DiscardDraft` holds, and what its buttons and fields do. */
function useDiscardDraft(props: ToolProps & { close(): void }) {
  const { one, place, saver, writing, changes, begun, close } = props;
  const id = one.workflow_id;
  const navigate = useNavigate();
  const discard = useWrite<{ gone: boolean }, { revision: number }>({
    method: 'DELETE',
    path: ({ revision }) => `${workflowsPath(place)}/${id}/draft?revision=${revision}`,
    body: () => undefined,
  });
  const only = one.versions.length === 0;
  const done = async ({ gone }: { gone: boolean }) => {
    say(
      gone ? 'The workflow is gone; it was never published.' : 'The draft is gone. What is published stays.',
    );
    saver.stop();
    if (gone) return void navigate({ to: `/${place.org}/${place.env}/workflows` as '/' });
    await beginAgain(place, id, saver);
    begun();
    close();
  };
  const send = async () => {
    await saver.flush();
    const { saved } = saver.writing.get();
    if (saved) return discard.mutate({ revision: saved.revision }, { onSuccess: done });
    await beginAgain(place, id, saver);
    close();
  };
  return { writing, changes, close, discard, only, send };
}

/** Throws away what is not published; shows what that is. */
export function DiscardDraft(props: ToolProps & { close(): void }) {
  const { writing, changes, close, discard, only, send } = useDiscardDraft(props);
  const footer = (
    <DialogButtons
      keep="Keep it"
      verb="Throw it away"
      close={close}
      busy={discard.isPending}
      danger
      go={() => void send()}
    />
  );
  return (
    <Dialog opened title="Throw the draft away?" close={close} footer={footer}>
      <p>
        {only
          ? 'It was never published, so the whole workflow goes with it. No check ever used it.'
          : 'What is published stays in use. These changes of the draft are lost for all colleagues:'}
      </p>
      {!only && <DifferenceList rows={changes} label="What is lost" />}
      {writing.state === 'conflict' && <p>Another person saved meanwhile: settle that first.</p>}
      <Refusal error={discard.error} />
    </Dialog>
  );
}
