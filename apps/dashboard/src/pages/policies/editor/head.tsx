import { Button } from '@mantine/core';
import type { Place } from '../../../app/place.ts';
import { PageHead } from '../../../parts/page-head.tsx';
import type { ReadPolicy } from '../queries.ts';
import type { Asked } from './open-dialog.tsx';
import { SaveWords } from './save-state.tsx';
import { ToPolicies } from './to-policies.tsx';
import type { Editor } from './use-editor.ts';
import styles from './workbench.module.css';

interface HeadProps {
  place: Place;
  policy: ReadPolicy;
  editor: Editor;
  /** The draft is stored and tested as it is now. */
  ready: boolean;
  ask(dialog: Asked): void;
}

/** The policy's name, whether its draft is stored, and what can be done with the draft. */
export function Head({ place, policy, editor, ready, ask }: HeadProps) {
  const { save, edits, definition } = editor;
  const { draft } = save;
  const isDraft = draft.version !== draft.based_on && draft.revision > 0;
  return (
    <PageHead
      title={definition.name || 'Without a name'}
      crumb={
        <>
          <ToPolicies place={place} /> /
        </>
      }
      about={<SaveWords editor={editor} published={policy.published} />}
    >
      {isDraft && <span className={styles.badge}>Draft v{draft.version}</span>}
      {isDraft && edits && (
        <Button variant="subtle" onClick={() => ask('discard')}>
          Discard the draft
        </Button>
      )}
      {isDraft && policy.published && (
        <Button onClick={() => ask('compare')}>Compare with v{policy.published}</Button>
      )}
      {edits && (
        <Button
          variant="filled"
          disabled={!ready || !mayPublish(policy, editor)}
          onClick={() => ask('publish')}
        >
          Publish v{draft.version}…
        </Button>
      )}
    </PageHead>
  );
}

/** A draft of people, or one that the command line stored. */
const mayPublish = ({ versions }: ReadPolicy, { save: { draft } }: Editor): boolean =>
  draft.revision > 0 ||
  versions.some(({ version, status }) => version === draft.version && status === 'draft');
