import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import { Note } from './note.tsx';
import styles from './secret-once.module.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';

interface SecretOnceProps {
  /** What it is: "the key", "the token". */
  what: string;
  secret: string;
  /** How to use it, below the secret. */
  children?: ReactNode;
  done(): void;
}

/** A secret in the only answer that has it. It is left by saying that it was stored. */
export function SecretOnce({ what, secret, children, done }: SecretOnceProps) {
  const [stored, setStored] = useState(false);
  return (
    <div className={styles.once}>
      <Note tone="review">Copy {what} now. This is the only time it is shown.</Note>
      <div className={styles.secret}>
        <code className={styles.text} dir="ltr" data-secret>
          {secret}
        </code>
        <CopyButton text={secret} what={what} label="Copy" />
      </div>
      {children}
      <div className={styles.end}>
        <Checkbox
          label="I have stored it"
          checked={stored}
          onChange={(event) => setStored(event.currentTarget.checked)}
        />
        <Button variant="filled" disabled={!stored} onClick={done}>
          Done
        </Button>
      </div>
    </div>
  );
}
