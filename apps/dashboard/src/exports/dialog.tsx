import { Button, Checkbox, Radio, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Note } from '../parts/note.tsx';
import { say } from '../toast/toasts.ts';
import styles from './dialog.module.css';
import { saveFile } from './save-file.ts';
import { type Progress, takeFile } from './take-file.ts';
import { bytesWords, ofAbout, rowsWords, whyNot } from './words.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';

export interface ExportWanted {
  /** "verifications". */
  what: string;
  /** Of the API. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** The filters in words. */
  filters: readonly string[];
  /** Of the columns that are shown. */
  columns: readonly string[];
}

interface Choice {
  format: 'csv' | 'ndjson';
  columns: 'shown' | 'all';
  bom: boolean;
}

/** A file of the list: what is in it, how far it has come, and a way to stop it. */
export function ExportDialog({ wanted, close }: { wanted: ExportWanted; close(): void }) {
  const [choice, setChoice] = useState<Choice>({ format: 'csv', columns: 'shown', bom: false });
  const { progress, error, start, stop } = useExport(wanted, choice, close);
  const busy = progress !== null;
  const footer = (
    <>
      <Button onClick={busy ? stop : close}>{busy ? 'Stop the export' : 'Close'}</Button>
      <Button variant="filled" loading={busy} onClick={start}>
        Export {wanted.what}
      </Button>
    </>
  );
  return (
    <Dialog opened title={`Export ${wanted.what}`} close={close} stays={busy} footer={footer}>
      <p className="soft">
        {wanted.filters.length > 0
          ? `${wanted.filters.join(', ')}.`
          : `All ${wanted.what} of this environment.`}{' '}
        The file holds data of people, and the audit log notes that you took it.
      </p>
      {busy ? (
        <Running progress={progress} />
      ) : (
        <Choices choice={choice} change={setChoice} shown={wanted.columns.length} />
      )}
      {error && (
        <Note tone="fail" live>
          {error}
        </Note>
      )}
    </Dialog>
  );
}

function useExport(wanted: ExportWanted, { format, columns, bom }: Choice, close: () => void) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [error, setError] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  // Leaving the page stops it, also at the service.
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const own = new AbortController();
    running.current = own;
    setError(null);
    let last: Progress = { rows: 0, about: null, bytes: 0 };
    setProgress(last);
    const body = {
      format,
      filters: wanted.query,
      ...(columns === 'shown' && { columns: wanted.columns }),
      ...(format === 'csv' && bom && { bom }),
    };
    const tell = (now: Progress) => {
      // Painting each piece would take longer than reading it.
      if (now.bytes - last.bytes > 20_000 || last.about === null) setProgress(now);
      last = now;
    };
    try {
      const file = await takeFile(wanted.path, body, tell, own.signal);
      saveFile(file.name, file.blob);
      say(`Exported ${rowsWords(file.progress.rows)}, ${bytesWords(file.progress.bytes)}`);
      close();
    } catch (problem) {
      if (!own.signal.aborted) setError(whyNot(problem, last.rows));
    } finally {
      setProgress(null);
    }
  };
  return { progress, error, start: () => void start(), stop: () => running.current?.abort() };
}

function Running({ progress: { rows, about, bytes } }: { progress: Progress }) {
  const most = about?.endsWith('+') ? undefined : Number(about ?? 0) || undefined;
  return (
    <div className={styles.running}>
      <progress value={most && Math.min(rows, most)} max={most} aria-label="Rows exported" />
      <p className="num" role="status">
        {rowsWords(rows)} {ofAbout(about)} · {bytesWords(bytes)}
      </p>
    </div>
  );
}

interface ChoicesProps {
  choice: Choice;
  change(choice: Choice): void;
  shown: number;
}

const Choices = ({ choice, change, shown }: ChoicesProps) => (
  <Stack gap={16}>
    <Radio.Group
      label="Format"
      value={choice.format}
      onChange={(format) => change({ ...choice, format: format as Choice['format'] })}
    >
      <Stack gap={8} mt={4}>
        <Radio
          value="csv"
          label="CSV"
          description="For a table program. A text that such a program could run gets a ' in front."
          data-autofocus
        />
        <Radio value="ndjson" label="NDJSON" description="One JSON object a line, for programs." />
      </Stack>
    </Radio.Group>
    <Radio.Group
      label="Columns"
      value={choice.columns}
      onChange={(columns) => change({ ...choice, columns: columns as Choice['columns'] })}
    >
      <Stack gap={8} mt={4}>
        <Radio value="shown" label={`The ${shown} that the list shows`} />
        <Radio value="all" label="All" description="Also positions, where they are kept." />
      </Stack>
    </Radio.Group>
    {choice.format === 'csv' && (
      <Checkbox
        label="For Excel"
        description="A mark at the beginning, by which Excel reads letters beyond English."
        checked={choice.bom}
        onChange={(event) => change({ ...choice, bom: event.currentTarget.checked })}
      />
    )}
  </Stack>
);
