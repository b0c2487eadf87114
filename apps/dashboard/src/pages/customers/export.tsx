import { Button } from '@mantine/core';
import type { AnswerOf, exportCustomer } from '@standpoint/contract';
import { useEffect, useRef, useState } from 'react';
import { read } from '../../api/client.ts';
import type { Place } from '../../app/place.ts';
import { saveFile } from '../../exports/save-file.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Note } from '../../parts/note.tsx';
import { unturned } from '../../texts/unturned.ts';
import { customerPath } from './about.ts';
import { fileName } from './file-name.ts';

type Page = AnswerOf<typeof exportCustomer>;
type State = { step: 'asked' | 'reading' | 'done'; records: number; left_out?: number; error: Error | null };

const PAGE = 100;

/** What `ExportCustomer` holds, and what its buttons and fields do. */
function useExportCustomer({ place, id }: { place: Place; id: string }) {
  const [state, setState] = useState<State>({ step: 'asked', records: 0, error: null });
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const start = async () => {
    stop.current = new AbortController();
    setState({ step: 'reading', records: 0, error: null });
    try {
      const { lines, left_out } = await readAll(place, id, stop.current.signal, (records) =>
        setState({ step: 'reading', records, error: null }),
      );
      saveFile(`customer-${fileName(id)}.ndjson`, new Blob(lines, { type: 'application/x-ndjson' }));
      setState({ step: 'done', records: lines.length, left_out, error: null });
    } catch (error) {
      if (!stop.current.signal.aborted) setState({ step: 'asked', records: 0, error: error as Error });
    }
  };
  const { step, records, left_out = 0, error } = state;
  return { start, step, records, left_out, error };
}

/** Everything that is stored about one person, as one file: what a person may ask for. */
export function ExportCustomer({ place, id, close }: { place: Place; id: string; close(): void }) {
  const { start, step, records, left_out, error } = useExportCustomer({ place, id });
  const footer = (
    <>
      <Button onClick={close}>{step === 'done' ? 'Done' : 'Export nothing'}</Button>
      {step !== 'done' && (
        <Button variant="filled" loading={step === 'reading'} onClick={() => void start()}>
          Export the data
        </Button>
      )}
    </>
  );
  return (
    <Dialog opened title={`Export of ${unturned(id)}`} close={close} footer={footer}>
      <p>
        One file with every record of this customer: positions, decisions, sessions, pictures and what was
        remembered, one per line (NDJSON). Nothing about other people is in it. Each part that is read is
        written to the audit log under your name.
      </p>
      <p role="status" className="num">
        {step === 'reading' && `${records.toLocaleString('en')} records so far.`}
        {step === 'done' && `${records.toLocaleString('en')} records are in the file.`}
      </p>
      {left_out > 0 && (
        <Note tone="review" live>
          {left_out === 1 ? '1 picture of the face is' : `${left_out} pictures of the face are`} left out of
          the file: only an owner or an admin exports them.
        </Note>
      )}
      {error && (
        <Note tone="fail" live>
          {error.message} No file was made.
        </Note>
      )}
    </Dialog>
  );
}

async function readAll(
  place: Place,
  id: string,
  signal: AbortSignal,
  told: (records: number) => void,
): Promise<{ lines: string[]; left_out: number }> {
  const lines: string[] = [];
  let left_out = 0;
  let cursor: string | null = null;
  do {
    const page: Page = await read<Page>(
      `${customerPath(place, id)}/export`,
      { limit: PAGE, cursor: cursor ?? undefined },
      signal,
    );
    lines.push(...page.records.map((record) => `${JSON.stringify(record)}\n`));
    left_out += page.records.filter(({ data }) => 'image_left_out' in data).length;
    cursor = page.next_cursor;
    told(lines.length);
  } while (cursor !== null);
  return { lines, left_out };
}
