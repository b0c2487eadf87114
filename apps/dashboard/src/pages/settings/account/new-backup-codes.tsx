import { PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { write } from '../../../api/client.ts';
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { BackupCodes } from '../../second-factor/backup-codes.tsx';
import { wrongPassword } from './password-words.ts';
import '@mantine/core/styles/PasswordInput.layer.css';

interface Made {
  backupCodes: string[];
}

/** What `NewBackupCodes` holds, and what its buttons and fields do. */
function useNewBackupCodes() {
  const form = useId();
  const [password, setPassword] = useState('');
  const make = useMutation({
    mutationFn: (typed: string) =>
      write<Made>('POST', '/auth/two-factor/generate-backup-codes', { password: typed }),
  });
  const wrong = wrongPassword(make.error);
  return { form, password, setPassword, make, wrong };
}

/** Codes for the day on which the app is lost. New ones end the old ones, so the password is asked for. */
export function NewBackupCodes({ close }: { close(): void }) {
  const { form, password, setPassword, make, wrong } = useNewBackupCodes();
  if (make.data)
    return (
      <Dialog opened stays title="Your new backup codes" close={close}>
        <BackupCodes codes={make.data.backupCodes} done={close} />
      </Dialog>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password && !make.isPending) make.mutate(password);
  };
  const footer = (
    <DialogButtons
      keep="Keep the old ones"
      verb="Make new codes"
      close={close}
      busy={make.isPending}
      off={!password}
      form={form}
    />
  );
  return (
    <Dialog opened title="Make new backup codes?" close={close} footer={footer}>
      <p className="soft">The codes that you have no longer work as soon as there are new ones.</p>
      <form id={form} onSubmit={submit}>
        <PasswordInput
          data-autofocus
          label="Your password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={wrong}
        />
      </form>
      {!wrong && <Refusal error={make.error} />}
    </Dialog>
  );
}
