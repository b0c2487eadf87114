import { Button } from '@mantine/core';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';

interface SecretShownProps {
  host: string;
  /** Null with Ed25519, where the public key checks signatures. */
  secret: string | null;
  publicKey: string | null;
  close(): void;
}

/** What a receiver checks signatures with. A shared secret is shown once; a public key may be seen again. */
export function SecretShown({ host, secret, publicKey, close }: SecretShownProps) {
  if (secret)
    return (
      <Dialog opened stays title="Copy the secret now" close={close}>
        <p className="soft">
          {host} checks the signature of each event with this secret. Put it where the receiver reads its
          other secrets.
        </p>
        <SecretOnce what="the secret" secret={secret} done={close} />
      </Dialog>
    );
  return (
    <Dialog
      opened
      title={`The public key of ${host}`}
      close={close}
      footer={<Button onClick={close}>Done</Button>}
    >
      <p className="soft">The receiver checks the signature of each event with this key. It is no secret.</p>
      <CodeBlock title="Public key" text={publicKey ?? ''} />
    </Dialog>
  );
}
