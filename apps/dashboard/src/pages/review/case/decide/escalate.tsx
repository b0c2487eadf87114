import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../../api/use-write.ts';
import { envPath, type Place } from '../../../../app/place.ts';
import { FormDialog } from '../../../../parts/form-dialog.tsx';
import { say } from '../../../../toast/toasts.ts';
import { draftOf, dropDraft } from '../../drafts.ts';
import { type Row, refresh } from '../../queries.ts';
import { ANOTHER, ESCALATIONS, nameOf } from '../../words.ts';
import { ReasonChoice } from './reason-choice.tsx';

interface EscalateProps {
  place: Place;
  row: Row;
  close(): void;
  next(): boolean;
}

/** What `EscalateDialog` holds, and what its buttons and fields do. */
function useEscalateDialog({ place, row, close, next }: EscalateProps) {
  const [reason, setReason] = useState('');
  const [note, setNote] = useState(draftOf(row.review_id).note);
  const send = useWrite<Row>({
    method: 'POST',
    path: `${envPath(place)}/reviews/${row.review_id}/escalate`,
    body: () => ({ reason, ...(note.trim() && { note: note.trim() }) }),
  });
  const done = () => {
    dropDraft(row.review_id);
    say(`Escalated ${nameOf(row)}`);
    refresh(place, row.review_id);
    close();
    next();
  };
  const ready = reason !== '' && (reason !== ANOTHER || note.trim() !== '');
  return { reason, setReason, note, setNote, send, done, ready };
}

/** Leaves the case to an owner or admin. */
export function EscalateDialog(props: EscalateProps) {
  const { row, close } = props;
  const { reason, setReason, note, setNote, send, done, ready } = useEscalateDialog(props);
  return (
    <FormDialog
      title={`Leave ${nameOf(row)} to an owner or admin?`}
      about={<p>They decide it, and you cannot any more. Your claim ends.</p>}
      keep="Keep it"
      verb="Escalate the case"
      busy={send.isPending}
      off={!ready}
      error={send.error}
      submit={() => send.mutate(undefined, { onSuccess: done })}
      close={close}
    >
      <ReasonChoice label="Reason" choices={ESCALATIONS} reason={reason} choose={setReason} />
      <TextInput
        label={reason === ANOTHER ? 'Say which reason' : 'What they should know (optional)'}
        value={note}
        maxLength={2_000}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
