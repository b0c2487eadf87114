import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../../parts/icon.tsx';
import { Outcome } from '../../../parts/outcome.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { Time } from '../../../parts/time.tsx';
import { saveWords } from '../save-words.ts';
import type { Writing } from '../saver.ts';
import { stateWords } from '../state-words.ts';
import { DiscardDraft } from './discard.tsx';
import styles from './editor.module.css';
import { PublishDraft } from './publish.tsx';
import type { ToolProps } from './tool-props.ts';

/** The workflow's name and state, whether what was typed is saved, and the way to publish it. */
export function EditorHead(props: ToolProps) {
  const { one, place, builds, saver, writing, changes, published } = props;
  const [open, setOpen] = useState<'publish' | 'discard' | null>(null);
  const { tone, word } = stateWords({ state: one.state, version: published?.version ?? null });
  const waits = writing.saved !== null || writing.state !== 'saved';
  const close = () => setOpen(null);
  return (
    <PageHead
      title={writing.definition.name || 'Workflow without a name'}
      crumb={<Link to={`/${place.org}/${place.env}/workflows` as '/'}>Workflows</Link>}
      about={
        <span className={styles.about}>
          <Outcome tone={tone} badge>
            {word}
          </Outcome>
          <SaveState writing={writing} again={() => void saver.flush()} />
        </span>
      }
    >
      {builds && waits && (
        <Button variant="subtle" onClick={() => setOpen('discard')}>
          Throw the draft away
        </Button>
      )}
      {builds && (
        <Button
          variant="filled"
          disabled={!waits || (published !== null && changes.length === 0)}
          onClick={() => setOpen('publish')}
        >
          Publish
        </Button>
      )}
      {open === 'publish' && <PublishDraft {...props} close={close} />}
      {open === 'discard' && <DiscardDraft {...props} close={close} />}
    </PageHead>
  );
}

/** Whether the service has what was typed. */
function SaveState({ writing: { state, saved, error }, again }: { writing: Writing; again(): void }) {
  if (state === 'saved' && !saved)
    return <span className="quiet">No draft: change a setting to begin one.</span>;
  if (state === 'saved')
    return (
      <span className={styles.state} role="status">
        <span className="quiet">
          Draft saved by {saved!.edited_by}, <Time at={saved!.edited_at} />
        </span>
      </span>
    );
  if (state === 'failed')
    return (
      <span className={styles.state} role="alert">
        <Icon name="warning" /> Not saved: {saveWords(error)}
        <Button size="xs" onClick={again}>
          Save now
        </Button>
      </span>
    );
  return (
    <span className={styles.state} role="status">
      <span className="quiet">{state === 'conflict' ? 'Not saved' : 'Saving…'}</span>
    </span>
  );
}
