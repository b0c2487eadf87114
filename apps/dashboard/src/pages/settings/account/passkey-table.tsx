import { Button } from '@mantine/core';
import { useState } from 'react';
import { ME } from '../../../api/me.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmByTyping } from '../../../parts/confirm-by-typing.tsx';
import { Time } from '../../../parts/time.tsx';
import type { Column } from '../../../table/column.ts';
import { Table } from '../../../table/table.tsx';
import { say } from '../../../toast/toasts.ts';

/** As the library for sign-in gives it. */
export interface Passkey {
  id: string;
  name?: string | null;
  deviceType: string;
  backedUp: boolean;
  createdAt: string;
}

const nameOf = ({ name }: Passkey): string => name?.trim() || 'Passkey';

export function PasskeyTable({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [removing, setRemoving] = useState<Passkey | null>(null);
  if (passkeys.length === 0) return <p className="quiet">No passkey yet.</p>;
  const actions: Column<Passkey> = {
    id: 'actions',
    head: 'Actions',
    unseenHead: true,
    end: true,
    cell: (passkey) => (
      <Button
        size="xs"
        variant="subtle"
        onClick={() => setRemoving(passkey)}
        aria-label={`Remove ${nameOf(passkey)}`}
      >
        Remove
      </Button>
    ),
  };
  return (
    <>
      <Table
        label="Passkeys"
        density="tight"
        columns={[...COLUMNS, actions]}
        rows={passkeys}
        rowKey={({ id }) => id}
      />
      {removing && <RemovePasskey of={removing} close={() => setRemoving(null)} />}
    </>
  );
}

const COLUMNS: readonly Column<Passkey>[] = [
  { id: 'name', head: 'Name', cell: nameOf },
  {
    id: 'kind',
    head: 'Kept',
    cell: ({ deviceType, backedUp }) => (
      <span className="soft">
        {deviceType === 'multiDevice' || backedUp ? 'on all your devices' : 'on one device'}
      </span>
    ),
  },
  { id: 'made', head: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function RemovePasskey({ of, close }: { of: Passkey; close(): void }) {
  const remove = useWrite<unknown, { id: string }>({
    method: 'POST',
    path: '/auth/passkey/delete-passkey',
    stale: [['me', 'passkeys'], ME],
  });
  const done = () => {
    say(`Removed ${nameOf(of)}`);
    close();
  };
  return (
    <ConfirmByTyping
      opened
      title={`Remove ${nameOf(of)}?`}
      typed={nameOf(of)}
      verb="Remove the passkey"
      busy={remove.isPending}
      error={remove.error}
      confirm={() => remove.mutate({ id: of.id }, { onSuccess: done })}
      close={close}
    >
      <p className="soft">
        It signs you in no more, for good. Sessions that it began go on until you end them. Remove it on the
        device too, or the device goes on offering it.
      </p>
    </ConfirmByTyping>
  );
}
