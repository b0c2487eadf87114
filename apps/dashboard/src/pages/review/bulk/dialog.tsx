import { TextInput } from '@mantine/core';
import type { ReviewOutcome } from '@standpoint/contract';
import { useState } from 'react';
import type { Place } from '../../../app/place.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { ReasonChoice } from '../case/decide/reason-choice.tsx';
import type { Row } from '../queries.ts';
import { CHOICES, type Layout, layoutOf } from '../words.ts';
import { Changes } from './changes.tsx';
import { useDecideMany, useDry } from './use-decide-many.ts';

interface DialogProps {
  place: Place;
  rows: readonly Row[];
  outcome: ReviewOutcome;
  close(): void;
  done(): void;
  back(ids: readonly string[]): void;
}

const nameOf = (outcome: ReviewOutcome, n: number) =>
  `${outcome === 'approve' ? 'Approve' : 'Decline'} ${n} ${n === 1 ? 'case' : 'cases'}`;

/** What would become of each, before anything does. */
export function BulkDialog({ place, rows: picked, outcome, close, done, back }: DialogProps) {
  // As they were when the list of changes was asked for: a row that leaves meanwhile is named as refused.
  const [rows] = useState(picked);
  const layouts = [...new Set(rows.map(layoutOf))];
  const choices = [...new Set(layouts.flatMap((layout: Layout) => CHOICES[layout][outcome]))];
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const dry = useDry(place, outcome, rows);
  const ids = dry.data?.decided.map(({ review_id }) => review_id) ?? [];
  const decide = useDecideMany({ place, rows, outcome, done, back });
  return (
    <FormDialog
      title={`${nameOf(outcome, rows.length)}?`}
      keep="Keep them open"
      verb={nameOf(outcome, ids.length)}
      busy={decide.isPending}
      off={!reason || ids.length === 0}
      error={dry.error ?? decide.error}
      submit={() => decide.mutate({ ids, reason, note: note.trim() })}
      close={close}
    >
      <ReasonChoice label="Reason for all of them" choices={choices} reason={reason} choose={setReason} />
      <TextInput
        label="Note for the record (optional)"
        value={note}
        maxLength={2_000}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {dry.isPending && (
        <Skeleton columns={[60, 40]} what="what would change" rows={Math.min(rows.length, 6)} />
      )}
      {dry.data && <Changes rows={rows} dry={dry.data} outcome={outcome} />}
    </FormDialog>
  );
}
