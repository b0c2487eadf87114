import { useWrite } from '../../../api/use-write.ts';
import { ConfirmByTyping } from '../../../parts/confirm-by-typing.tsx';
import { say } from '../../../toast/toasts.ts';
import { workflowsPath } from '../queries.ts';
import { readAgain } from './after.ts';
import type { ToolProps } from './tool-props.ts';

interface ArchiveProps extends ToolProps {
  over: number;
  close(): void;
}

/** Takes the workflow out of use. It can come back; backends that name it are refused at once. */
export function ArchiveWorkflow({ one, place, published, over, close }: ArchiveProps) {
  const id = one.workflow_id;
  const archive = useWrite<unknown, { over: number }>({
    method: 'POST',
    path: `${workflowsPath(place)}/${id}/archive`,
  });
  const name = published?.definition.name || id;
  const done = async () => {
    say(`Archived ${name}. Calls that name it are refused from now on.`);
    await readAgain(place, id);
    close();
  };
  return (
    <ConfirmByTyping
      opened
      title={`Archive ${name}?`}
      typed={name}
      verb="Archive the workflow"
      keep="Keep it in use"
      busy={archive.isPending}
      error={archive.error}
      confirm={() => archive.mutate({ over }, { onSuccess: done })}
      close={close}
    >
      Backends that name it get 422 workflow_inactive, in production and in the sandbox. Checks that run go
      on, records and versions stay, and any version can be published again.
    </ConfirmByTyping>
  );
}
