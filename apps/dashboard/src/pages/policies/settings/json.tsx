import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { copyText } from '../../../parts/copy-text.ts';
import { Note } from '../../../parts/note.tsx';
import { say } from '../../../toast/toasts.ts';
import { OutdatedNote } from '../../../unsaved/outdated-note.tsx';
import { useTyped } from '../../../unsaved/typed.ts';
import type { Editor } from '../editor/use-editor.ts';
import type { Definition } from '../queries.ts';
import { download } from '../shapes/download.ts';
import { parsedDefinition } from './parsed.ts';
import styles from './settings.module.css';

const Acts = ({
  editor,
  file,
  same,
  use,
  reset,
}: {
  editor: Editor;
  file: string;
  same: boolean;
  use(): void;
  reset(): void;
}) => (
  <div className={styles.acts}>
    {editor.edits && (
      <>
        <Button variant="filled" disabled={same} onClick={use}>
          Use this file
        </Button>
        <Button disabled={same} onClick={reset}>
          Back to the draft
        </Button>
      </>
    )}
    <Button
      onClick={() => void copyText(file).then((done) => say(done ? 'Copied the policy' : 'Not copied'))}
    >
      Copy
    </Button>
    <Button onClick={() => download(`${editor.definition.name}.json`, `${file}\n`)}>Download</Button>
  </div>
);

interface JsonProps {
  editor: Editor;
  /** Names what is typed here: another policy has a text of its own. */
  form: string;
}

/** What `JsonView` holds, and what its buttons and fields do. */
function useJsonView({ editor, form }: JsonProps) {
  const file = JSON.stringify(editor.definition, null, 2);
  const what = 'What you typed as JSON';
  const { typed, setTyped, outdated } = useTyped<string>({ form, what, stored: file });
  const [wrong, setWrong] = useState<string | null>(null);
  const id = useId();
  const text = typed ?? file;
  const setText = (next: string) => setTyped(next === file ? null : next);
  const reset = () => {
    setTyped(null);
    setWrong(null);
  };
  const use = () => {
    const { definition, problem } = parsedDefinition(text);
    setWrong(problem);
    if (!definition) return;
    editor.replace(definition as Definition);
    setTyped(null);
  };
  return { file, text, setText, wrong, outdated, id, reset, use };
}

/** The whole file, as the command line takes it. */
export function JsonView({ editor, form }: JsonProps) {
  const { file, text, setText, wrong, outdated, id, reset, use } = useJsonView({ editor, form });
  return (
    <div className={styles.sheet}>
      <div className={styles.code}>
        <label htmlFor={id} className="soft">
          The policy as a file: what <code className="mono">npx standpoint policies create --file</code>{' '}
          takes.
        </label>
        <textarea
          id={id}
          dir="ltr"
          spellCheck={false}
          value={text}
          readOnly={!editor.edits}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {outdated && <OutdatedNote what="The draft" />}
        {wrong && (
          <Note tone="fail" live>
            {wrong} The draft was not changed.
          </Note>
        )}
        <Acts editor={editor} file={file} same={text === file} use={use} reset={reset} />
      </div>
    </div>
  );
}
