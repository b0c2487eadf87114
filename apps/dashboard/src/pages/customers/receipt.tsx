import { saveFile } from '../../exports/save-file.ts';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Note } from '../../parts/note.tsx';
import { unturned } from '../../texts/unturned.ts';
import type { About } from './about.ts';
import { fileName } from './file-name.ts';
import { storedWords } from './stored-words.ts';

export interface ReceiptFile {
  /** The customer, or the hold at whose end it happened. */
  sub: string;
  erased_at: string;
  counts: About['stored'];
  receipt: string;
}

/**
 * The signed proof of an erasure. It can be asked for again by erasing again, as long as the person has not
 * come back.
 */
export function Receipt({ id, file, close }: { id: string; file: ReceiptFile; close(): void }) {
  const save = () => {
    const text = `${JSON.stringify(file, null, 2)}\n`;
    saveFile(`erasure-${fileName(id)}.json`, new Blob([text], { type: 'application/json' }));
  };
  const footer = <DialogButtons keep="Done" verb="Save the receipt" close={close} go={save} />;
  return (
    <Dialog opened title={`${unturned(id)} is erased`} close={close} footer={footer} stays>
      <Note tone="pass">{storedWords(file.counts)} went. The person’s key is destroyed.</Note>
      <p>
        The receipt is signed by this service and checked with its public keys, offline too. It names the
        customer, so keep it where such names may be kept. This service does not keep it.
      </p>
    </Dialog>
  );
}
