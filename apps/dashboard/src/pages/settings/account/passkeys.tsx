import { Button, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { read } from '../../../api/client.ts';
import { ME } from '../../../api/me.ts';
import { addPasskey, canUsePasskeys } from '../../../api/passkey.ts';
import { queryClient } from '../../../api/query-client.ts';
import { Block } from '../../../parts/block.tsx';
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { Note } from '../../../parts/note.tsx';
import { say } from '../../../toast/toasts.ts';
import { type Passkey, PasskeyTable } from './passkey-table.tsx';
import { addingWords } from './passkey-words.ts';

const PASSKEYS = ['me', 'passkeys'] as const;
const passkeysQuery = queryOptions({
  queryKey: PASSKEYS,
  queryFn: ({ signal }) => read<Passkey[]>('/auth/passkey/list-user-passkeys', undefined, signal),
});

/** Passkeys: devices and security keys that sign the person in without a password. */
export function Passkeys() {
  const query = useQuery(passkeysQuery);
  const [adding, setAdding] = useState(false);
  return (
    <Block
      title="Passkeys"
      about="A device or security key that signs you in without a password and without a code."
      aside={
        <Button
          size="xs"
          leftSection={<Icon name="plus" />}
          disabled={!canUsePasskeys()}
          onClick={() => setAdding(true)}
        >
          Add a passkey
        </Button>
      }
    >
      <Loaded query={query} what="Your passkeys" columns={[60, 40, 20]} rows={1}>
        {(passkeys) => <PasskeyTable passkeys={passkeys} />}
      </Loaded>
      {!canUsePasskeys() && (
        <p className="quiet">This browser offers passkeys only on https and on localhost.</p>
      )}
      {adding && <AddPasskey close={() => setAdding(false)} />}
    </Block>
  );
}

/** What `AddPasskey` holds, and what its buttons and fields do. */
function useAddPasskey({ close }: { close(): void }) {
  const form = useId();
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: addPasskey,
    onSuccess: async () => {
      say('Added the passkey');
      close();
      await Promise.all([PASSKEYS, ME].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && !add.isPending) add.mutate(name.trim());
  };
  return { form, name, setName, add, submit };
}

function AddPasskey({ close }: { close(): void }) {
  const { form, name, setName, add, submit } = useAddPasskey({ close });
  const footer = (
    <DialogButtons
      keep="Add none"
      verb="Add the passkey"
      close={close}
      busy={add.isPending}
      off={!name.trim()}
      form={form}
    />
  );
  return (
    <Dialog opened title="Add a passkey" close={close} footer={footer}>
      <p className="soft">Your browser then asks for your fingerprint, face, PIN or security key.</p>
      <form id={form} onSubmit={submit}>
        <TextInput
          data-autofocus
          label="Name"
          description="The device that holds it, such as “Work laptop”."
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
      {add.error && (
        <Note tone="fail" live>
          {addingWords(add.error)}
        </Note>
      )}
    </Dialog>
  );
}
