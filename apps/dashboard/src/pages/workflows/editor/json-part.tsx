import { Button, Textarea } from '@mantine/core';
import { Block } from '../../../parts/block.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Note } from '../../../parts/note.tsx';
import { OutdatedNote } from '../../../unsaved/outdated-note.tsx';
import { useTyped } from '../../../unsaved/typed.ts';
import type { Definition } from '../queries.ts';
import { saveWords } from '../save-words.ts';
import styles from './editor.module.css';
import type { ToolProps } from './tool-props.ts';

/** What `JsonPart` holds, and what its buttons and fields do. */
function useJsonPart({ one, writing, saver, begun }: ToolProps) {
  const now = JSON.stringify(writing.definition, null, 2);
  const { typed, setTyped, outdated } = useTyped<string>({
    form: `workflow ${one.workflow_id}`,
    what: 'What you typed as JSON',
    stored: now,
  });
  const text = typed ?? now;
  const read = parsed(text);
  const use = () => {
    if (!read.definition) return;
    saver.change(read.definition);
    setTyped(null);
    begun();
  };
  return { now, typed, setTyped, outdated, text, read, use };
}

/** The file that `npx standpoint workflows create` takes: to read, to copy, and to put in whole. */
export function JsonPart(props: ToolProps) {
  const { writing, builds } = props;
  const { now, typed, setTyped, outdated, text, read, use } = useJsonPart(props);
  return (
    <div className={styles.tool}>
      <Block
        title="JSON"
        about="The whole draft as a file, as the command line and this page both write it."
        aside={<CopyButton text={now} what="the draft" label="Copy" />}
      >
        <Textarea
          aria-label="The draft as JSON"
          classNames={{ input: styles.json }}
          dir="ltr"
          rows={28}
          spellCheck={false}
          readOnly={!builds}
          value={text}
          onChange={({ currentTarget: { value } }) => setTyped(value === now ? null : value)}
          error={typed !== null && read.problem}
        />
        {outdated && <OutdatedNote what="The draft" />}
        {typed !== null && (
          <div className={styles.buttons}>
            <Button variant="filled" disabled={!read.definition} onClick={use}>
              Use it as the draft
            </Button>
            <Button onClick={() => setTyped(null)}>Back to the draft</Button>
          </div>
        )}
        {writing.state === 'failed' && (
          <Note tone="fail" live>
            {saveWords(writing.error)} The draft that was saved last stays.
          </Note>
        )}
      </Block>
    </div>
  );
}

function parsed(text: string): { definition?: Definition; problem?: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { problem: 'This is no workflow: it begins with { and has a name.' };
    return { definition: { name: '', ...value } as Definition };
  } catch (error) {
    return { problem: `This is not JSON: ${(error as Error).message}` };
  }
}
