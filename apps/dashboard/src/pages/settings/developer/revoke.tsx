import type { ReactNode } from 'react';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmByTyping } from '../../../parts/confirm-by-typing.tsx';
import { say } from '../../../toast/toasts.ts';
import { typedFor } from './keys/kinds.ts';

interface RevokeProps {
  name: string;
  id: string;
  /** Where it is deleted. */
  path: string;
  /** The query that lists it. */
  list: readonly unknown[];
  verb: string;
  close(): void;
  /** What ends with it. */
  children: ReactNode;
}

/** Ends a key or token for good. */
export function Revoke({ name, id, path, list, verb, close, children }: RevokeProps) {
  const revoke = useWrite({ method: 'DELETE', path, stale: [list] });
  const done = () => {
    say(`Revoked ${name}`);
    close();
  };
  return (
    <ConfirmByTyping
      opened
      title={`Revoke ${name}?`}
      typed={typedFor(name, id)}
      verb={verb}
      busy={revoke.isPending}
      error={revoke.error}
      confirm={() => revoke.mutate(undefined, { onSuccess: done })}
      close={close}
    >
      <p className="soft">{children}</p>
    </ConfirmByTyping>
  );
}
