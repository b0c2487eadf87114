import { Button } from '@mantine/core';
import { useWrite } from '../../../api/use-write.ts';
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx';
import { Note } from '../../../parts/note.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { say } from '../../../toast/toasts.ts';
import { DifferenceList } from '../compare/list.tsx';
import { fieldOf, sectionOf } from '../fields/all.ts';
import { type Problem, workflowsPath } from '../queries.ts';
import { beginAgain } from './after.ts';
import styles from './editor.module.css';
import type { ToolProps } from './tool-props.ts';

interface Sent {
  revision: number;
  over: number | null;
}

/** What `PublishDraft` holds, and what its buttons and fields do. */
function usePublishDraft(props: ToolProps & { close(): void }) {
  const { one, place, saver, writing, published, begun, go, close } = props;
  const id = one.workflow_id;
  const publish = useWrite<{ version: number }, Sent>({
    method: 'POST',
    path: `${workflowsPath(place)}/${id}/publish`,
  });
  const done = async ({ version }: { version: number }) => {
    say(`Version ${version} is published. Checks that begin from now on use it; those that run keep theirs.`);
    await beginAgain(place, id, saver);
    begun();
    close();
  };
  const problems = writing.saved?.problems ?? [];
  const ready = writing.state === 'saved' && writing.saved !== null && problems.length === 0;
  const send = () => {
    if (writing.saved)
      publish.mutate(
        { revision: writing.saved.revision, over: published?.version ?? null },
        { onSuccess: done },
      );
  };
  const show = (problem: Problem) => {
    go(sectionOf(fieldOf(problem.path))?.name ?? 'json');
    close();
  };
  return { publish, problems, ready, send, show };
}

/** Says what changes for people from now on, then publishes exactly the draft that was shown. */
export function PublishDraft(props: ToolProps & { close(): void }) {
  const { writing, changes, published, close } = props;
  const { publish, problems, ready, send, show } = usePublishDraft(props);
  const counted = `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`;
  const footer = (
    <DialogButtons
      keep="Publish nothing"
      verb={`Publish ${published ? counted : 'the workflow'}`}
      close={close}
      busy={publish.isPending}
      off={!ready}
      go={send}
    />
  );
  return (
    <Dialog
      opened
      title={`Publish ${writing.definition.name || 'the workflow'}?`}
      close={close}
      footer={footer}
    >
      {problems.length > 0 ? <Problems problems={problems} show={show} /> : <Effects {...props} />}
      <Refusal error={publish.error} />
    </Dialog>
  );
}

function Effects({ one, writing, changes, published }: ToolProps) {
  const before = published ? one.base?.preview?.consent.version : undefined;
  const consent = writing.saved?.preview?.consent.version;
  return (
    <>
      <p>
        Production and sandbox use it for every check that begins from now on. Checks that run keep the
        version that they began with, and you can come back to this one’s predecessor at any time.
      </p>
      {before && consent && before !== consent && (
        <Note tone="review">The consent text changes: people are asked again at their next check.</Note>
      )}
      {published && <DifferenceList rows={changes} label="What changes" />}
    </>
  );
}

const Problems = ({ problems, show }: { problems: readonly Problem[]; show(problem: Problem): void }) => (
  <>
    <Note tone="fail">
      It cannot be published yet: {problems.length === 1 ? 'one setting' : `${problems.length} settings`}{' '}
      could never work.
    </Note>
    <ul>
      {problems.map((problem) => (
        <li key={problem.path} className={styles.problem}>
          <span>
            <b>{fieldOf(problem.path)?.title ?? problem.path}</b> {problem.message}.
          </span>
          <Button size="xs" onClick={() => show(problem)}>
            Show it
          </Button>
        </li>
      ))}
    </ul>
  </>
);
