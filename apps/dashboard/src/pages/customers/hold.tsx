import { Textarea, TextInput } from '@mantine/core';
import type { BodyOf, LegalHold, putHold } from '@standpoint/contract';
import { useState } from 'react';
import { Refused } from '../../api/refused.ts';
import { useWrite } from '../../api/use-write.ts';
import type { Place } from '../../app/place.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { say } from '../../toast/toasts.ts';
import { customerPath, readCustomerAgain } from './about.ts';

interface HoldProps {
  place: Place;
  id: string;
  close(): void;
}

/** The end of the day that was chosen, in the person's own time. */
const endOf = (day: string): string | undefined =>
  day ? new Date(`${day}T23:59:59.000`).toISOString() : undefined;

/** What `PlaceHold` holds, and what its buttons and fields do. */
function usePlaceHold({ place, id, close }: HoldProps) {
  const [reason, setReason] = useState('');
  const [day, setDay] = useState('');
  const [tried, setTried] = useState(false);
  const hold = useWrite<LegalHold, BodyOf<typeof putHold>>({
    method: 'PUT',
    path: `${customerPath(place, id)}/hold`,
  });
  const refused = hold.error instanceof Refused ? hold.error : null;
  const missing = reason.trim() === '' ? 'Say why: whoever removes the hold has to know.' : null;
  const submit = () => {
    setTried(true);
    if (missing) return;
    const done = async () => {
      say(`${id} is under a legal hold. Nothing of it is deleted.`);
      await readCustomerAgain(place, id);
      close();
    };
    hold.mutate({ reason: reason.trim(), until: endOf(day) }, { onSuccess: done });
  };
  return { reason, setReason, day, setDay, tried, hold, refused, missing, submit };
}

const WHILE_HELD = (
  <p>
    While it lasts, nothing of this customer is deleted: not by age, not by an erasure. An erasure that is
    asked for meanwhile happens when the hold ends.
  </p>
);

/** Keeps everything of a customer, for a dispute or an authority. */
export function PlaceHold({ place, id, close }: HoldProps) {
  const { reason, setReason, day, setDay, tried, hold, refused, missing, submit } = usePlaceHold({
    place,
    id,
    close,
  });
  return (
    <FormDialog
      title={`Legal hold on ${id}`}
      about={WHILE_HELD}
      keep="Place none"
      verb="Place the hold"
      busy={hold.isPending}
      error={hold.error}
      fields={['reason', 'until']}
      submit={submit}
      close={close}
    >
      <Textarea
        data-autofocus
        label="Reason"
        description="Kept sealed, and deleted with the hold. Owners, admins and auditors read it."
        maxLength={500}
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={(tried && missing) || refused?.field('reason')}
      />
      <TextInput
        type="date"
        label="Until the end of"
        description="Empty: until it is removed."
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
        error={refused?.field('until')}
      />
    </FormDialog>
  );
}
