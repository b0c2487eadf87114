import type { AnswerOf, eraseCustomer } from '@standpoint/contract';
import { useState } from 'react';
import { Refused } from '../../api/refused.ts';
import { useWrite } from '../../api/use-write.ts';
import type { Place } from '../../app/place.ts';
import { ConfirmByTyping } from '../../parts/confirm-by-typing.tsx';
import { say } from '../../toast/toasts.ts';
import { type About, customerPath, readCustomerAgain } from './about.ts';
import { Receipt, type ReceiptFile } from './receipt.tsx';
import { storedWords } from './stored-words.ts';

interface EraseProps {
  place: Place;
  id: string;
  about: About;
  close(): void;
}

type Erased = AnswerOf<typeof eraseCustomer>;

const Consequences = ({ about }: Pick<EraseProps, 'about'>) => (
  <>
    {about.hold !== null ? (
      <p>
        A legal hold keeps this customer. The request is remembered, and everything is erased at the moment
        when the hold ends.
      </p>
    ) : (
      <>
        <p>
          {storedWords(about.stored)} become unreadable at once and for good, with what was remembered of
          places, devices and networks. Checks that run are ended.
        </p>
        <p>
          What stays: decisions as bare facts without the person, the proof of consent without a name, and the
          entries of the audit log. Backups are erased when they are restored.
        </p>
      </>
    )}
  </>
);

/** Erases a person: counts what goes, says what stays, and gives the signed receipt. */
export function EraseCustomer({ place, id, about, close }: EraseProps) {
  const [file, setFile] = useState<ReceiptFile | null>(null);
  const erase = useWrite<Erased>({ method: 'DELETE', path: customerPath(place, id) });
  if (file) return <Receipt id={id} file={file} close={close} />;
  const held = about.hold !== null;
  const done = async ({ customer_id: sub, erased_at, counts, receipt }: Erased) => {
    setFile({ sub, erased_at, counts, receipt });
    await readCustomerAgain(place, id);
  };
  const failed = async (error: Error) => {
    if (!(error instanceof Refused) || error.code !== 'legal_hold') return;
    say(`The erasure of ${id} is remembered. It happens when the hold ends.`);
    await readCustomerAgain(place, id);
    close();
  };
  const confirm = () => erase.mutate(undefined, { onSuccess: done, onError: failed });
  return (
    <ConfirmByTyping
      opened
      title={held ? `Ask for the erasure of ${id}?` : `Erase ${id}?`}
      typed={id}
      verb={held ? 'Ask for the erasure' : 'Erase the customer'}
      keep="Keep the customer"
      busy={erase.isPending}
      error={erase.error}
      confirm={confirm}
      close={close}
    >
      <Consequences about={about} />
    </ConfirmByTyping>
  );
}
