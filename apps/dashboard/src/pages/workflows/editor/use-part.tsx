import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Block } from '../../../parts/block.tsx';
import { CodeBlock } from '../../../parts/code-block.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Note } from '../../../parts/note.tsx';
import { MakeLink } from '../../links/make-link.tsx';
import { projectQuery } from '../../settings/project/queries.ts';
import { snippets } from '../snippets.ts';
import styles from './editor.module.css';
import type { ToolProps } from './tool-props.ts';

/** How a backend asks for this check, and how a person does by hand. */
export function UsePart({ one, place, published }: ToolProps) {
  const { data: project } = useQuery(projectQuery(place));
  const [linking, setLinking] = useState(false);
  const id = one.workflow_id;
  const base = project && (place.env === 'sandbox' ? project.sandbox_base_url : project.base_url);
  return (
    <div className={styles.tool}>
      {!published && (
        <Note tone="review">
          No version is published, so a call with this id is refused until you publish one.
        </Note>
      )}
      <Block
        title="From your backend"
        about={
          'The id stays the same for all versions; a token pins the version that is published when it ' +
          `is minted. These call the ${place.env} address.`
        }
        aside={<CopyButton text={id} what="the workflow’s id" label="Copy the id" />}
      >
        {base && snippets(id, base).map((each) => <CodeBlock key={each.title} {...each} />)}
      </Block>
      <Block
        title="By hand, for one customer"
        about={
          'A link or a code to scan, for a person who is on the phone with you or in front of you. ' +
          'It does what a call of your backend does.'
        }
      >
        <div className={styles.buttons}>
          <Button disabled={!published} onClick={() => setLinking(true)}>
            Make a verification link
          </Button>
        </div>
      </Block>
      {linking && <MakeLink place={place} workflow_id={id} close={() => setLinking(false)} />}
    </div>
  );
}
