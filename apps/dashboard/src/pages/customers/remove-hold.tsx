import type { AnswerOf, removeHold } from '@standpoint/contract';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import type { Place } from '../../app/place.ts';
import { ConfirmByTyping } from '../../parts/confirm-by-typing.tsx';
import { unturned } from '../../texts/unturned.ts';
import { say } from '../../toast/toasts.ts';
import { type About, customerPath, readCustomerAgain } from './about.ts';
import { Receipt, type ReceiptFile } from './receipt.tsx';
import { storedWords } from './stored-words.ts';

interface RemoveProps {
  place: Place;
  id: string;
  about: About;
  close(): void;
}

/** Ends a hold. An erasure that waited for it happens at once. */
export function RemoveHold({ place, id, about, close }: RemoveProps) {
  const [file, setFile] = useState<ReceiptFile | null>(null);
  const remove = useWrite<AnswerOf<typeof removeHold>>({
    method: 'DELETE',
    path: `${customerPath(place, id)}/hold`,
  });
  const owed = about.hold?.erasure_asked_at ?? null;
  if (file) return <Receipt id={id} file={file} close={close} />;
  const done = async ({ hold_id, erased }: AnswerOf<typeof removeHold>) => {
    await readCustomerAgain(place, id);
    if (erased) return setFile({ sub: hold_id, ...erased, counts: about.stored });
    say(`The hold on ${unturned(id)} is removed. Its data is deleted by age again.`);
    close();
  };
  return (
    <ConfirmByTyping
      opened
      title={`Remove the hold on ${id}?`}
      typed={id}
      verb={owed ? 'Remove the hold and erase' : 'Remove the hold'}
      keep="Keep the hold"
      busy={remove.isPending}
      error={remove.error}
      confirm={() => remove.mutate(undefined, { onSuccess: done })}
      close={close}
    >
      {owed
        ? `An erasure was asked for while it lasted, and happens now: ${storedWords(about.stored)} go ` +
          'and cannot be brought back.'
        : 'What is past its time is then deleted by the next nightly run, and cannot be brought back. ' +
          'Nothing else changes.'}
    </ConfirmByTyping>
  );
}
