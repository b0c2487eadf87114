import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { saveFile } from '../../exports/save-file.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Note } from '../../parts/note.tsx';
import frame from '../entry/frame.module.css';
import styles from './app-steps.module.css';
import { backupFile } from './manual-key.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';

function saveCodes(codes: readonly string[]): void {
  const text = backupFile(codes, location.host, new Date());
  saveFile(`standpoint-backup-codes-${location.hostname}.txt`, new Blob([text], { type: 'text/plain' }));
}

/** Shown once: copied, saved or printed before one goes on. */
export function BackupCodes({ codes, done }: { codes: readonly string[]; done(): void }) {
  const [stored, setStored] = useState(false);
  return (
    <div className={frame.form}>
      <Note tone="review">
        Store these backup codes. Each signs you in once when your app is lost. This is the only time they are
        shown.
      </Note>
      <div className={styles.print}>
        <ul className={styles.codes} aria-label="Backup codes" dir="ltr">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={frame.row}>
        <CopyButton text={codes.join('\n')} what="the backup codes" label="Copy" size="sm" />
        <Button onClick={() => saveCodes(codes)}>Save as a file</Button>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <Checkbox
        label="I have stored them"
        checked={stored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <Button variant="filled" disabled={!stored} onClick={done}>
        Go on
      </Button>
    </div>
  );
}
