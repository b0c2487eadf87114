import { Button } from '@mantine/core';
import { Dialog } from '../../../parts/dialog.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { Time } from '../../../parts/time.tsx';

interface LinkMadeProps {
  /** Null where it was sent by mail. */
  link: string | null;
  to: string;
  expires: string;
  close(): void;
}

/** An invitation or a reset: sent by mail, or a link to hand over. */
export function LinkMade({ link, to, expires, close }: LinkMadeProps) {
  if (link === null)
    return (
      <Dialog opened title="Sent by mail" close={close} footer={<Button onClick={close}>Done</Button>}>
        <p className="soft">
          A link is on its way to {to}. It works once, and ends <Time at={expires} />.
        </p>
      </Dialog>
    );
  return (
    <Dialog opened stays title="Copy the link now" close={close}>
      <p className="soft">
        No mail server is set up, so hand this link to {to} yourself, in a message that only they read. It
        works once, and ends <Time at={expires} />.
      </p>
      <SecretOnce what="the link" secret={link} done={close} />
    </Dialog>
  );
}
