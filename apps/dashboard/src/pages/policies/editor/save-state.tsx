import { Button } from '@mantine/core';
import { useState } from 'react';
import { Refused } from '../../../api/refused.ts';
import { Note } from '../../../parts/note.tsx';
import { Time } from '../../../parts/time.tsx';
import { download } from '../shapes/download.ts';
import { problemWords } from './problem-words.ts';
import type { Editor } from './use-editor.ts';

/** Beside the title: whether what is seen is stored. */
export function SaveWords({ editor, published }: { editor: Editor; published: number | null }) {
  const { saving, draft } = editor.save;
  const decides = published ? `v${published} is published and decides. ` : 'Nothing is published. ';
  if (saving.state === 'saving' || saving.state === 'waiting') return <>{decides}Saving …</>;
  if (saving.state !== 'saved') return <>{decides}Not saved.</>;
  if (draft.revision === 0) return <>{decides}</>;
  return (
    <>
      {decides}Saved <Time at={draft.saved_at} />
      {draft.saved_by && ` by ${draft.saved_by.name}`}.
    </>
  );
}

/** What `SaveTrouble` holds, and what its buttons and fields do. */
function useSaveTrouble({ editor }: { editor: Editor }) {
  const { saving, again, keepMine } = editor.save;
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const during = (work: () => Promise<void>) => {
    setBusy(true);
    setTrouble(null);
    void work()
      .catch((error: Error) => setTrouble(error.message))
      .finally(() => setBusy(false));
  };
  return { saving, again, keepMine, busy, trouble, during };
}

/** What keeps the draft from being stored, and the way on. Nothing is lost meanwhile. */
export function SaveTrouble({ editor }: { editor: Editor }) {
  const { saving, again, keepMine, busy, trouble, during } = useSaveTrouble({ editor });
  if (saving.state === 'failed') return <Failed words={failedWords(saving.error, editor)} again={again} />;
  if (saving.state !== 'conflict') return null;
  const mine = () =>
    download(`${editor.definition.name}, mine.json`, `${JSON.stringify(editor.definition, null, 2)}\n`);
  return (
    <Note
      tone="review"
      live
      action={
        <>
          <Button size="xs" onClick={mine}>
            Download mine
          </Button>{' '}
          <Button size="xs" loading={busy} onClick={() => during(editor.takeTheirs)}>
            Take theirs
          </Button>{' '}
          <Button size="xs" loading={busy} onClick={() => during(keepMine)}>
            Save mine over theirs
          </Button>
        </>
      }
    >
      {saving.error.message} Yours is still here, on this page.
      {trouble && ` That did not work: ${trouble}`}
    </Note>
  );
}

const Failed = ({ words, again }: { words: string; again(): void }) => (
  <Note
    tone="fail"
    live
    action={
      <Button size="xs" onClick={again}>
        Save again
      </Button>
    }
  >
    {words}
  </Note>
);

function failedWords(error: Error, { shapes }: Editor): string {
  if (!(error instanceof Refused) || error.fields.length === 0) return `Not saved. ${error.message}`;
  const words = error.fields.map((field) => problemWords({ ...field }, shapes).replace(/\.?$/, '.'));
  return `Not saved. ${words.join(' ')}`;
}
