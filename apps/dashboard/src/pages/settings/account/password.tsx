import { Button, Checkbox, PasswordInput, Stack } from '@mantine/core';
import type { Me } from '@standpoint/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { write } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { Block } from '../../../parts/block.tsx';
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { say } from '../../../toast/toasts.ts';
import { NewPassword } from '../../entry/new-password.tsx';
import { hintFor } from '../../entry/password-length.ts';
import { wrongPassword } from './password-words.ts';
import { MY_SESSIONS } from './sessions.tsx';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Stack.layer.css';

export function PasswordBlock({ me }: { me: Me }) {
  const [changing, setChanging] = useState(false);
  return (
    <Block
      title="Password"
      about="The first of two things that sign you in. A passkey signs in without it."
      aside={
        <Button size="xs" onClick={() => setChanging(true)}>
          Change the password
        </Button>
      }
    >
      {changing && <ChangePassword email={me.email} close={() => setChanging(false)} />}
    </Block>
  );
}

interface Passwords {
  currentPassword: string;
  newPassword: string;
  revokeOtherSessions: boolean;
}

/** Password managers then change the right one. */
const KnownEmail = ({ email }: { email: string }) => (
  <input
    className="unseen"
    type="email"
    name="email"
    autoComplete="username"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
);

const Next = ({
  next,
  current,
  tried,
  setNext,
}: {
  next: string;
  current: string;
  tried: boolean;
  setNext(next: string): void;
}) => (
  <NewPassword
    label="New password"
    value={next}
    change={setNext}
    error={tried && next !== '' && next === current ? 'This is the password that you have now.' : undefined}
  />
);

const EndOthers = ({ others, setOthers }: { others: boolean; setOthers(others: boolean): void }) => (
  <Checkbox
    label="End my other sessions"
    description="Every other browser then has to sign in with the new password."
    checked={others}
    onChange={(event) => setOthers(event.currentTarget.checked)}
  />
);

/** What `ChangePassword` holds, and what its buttons and fields do. */
function useChangePassword({ close }: { close(): void }) {
  const form = useId();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [others, setOthers] = useState(true);
  const [tried, setTried] = useState(false);
  const change = useMutation({
    mutationFn: (passwords: Passwords) => write('POST', '/auth/change-password', passwords),
    onSuccess: () => {
      say(others ? 'Changed the password, and ended your other sessions' : 'Changed the password');
      void queryClient.invalidateQueries({ queryKey: MY_SESSIONS });
      close();
    },
  });
  const wrong = wrongPassword(change.error);
  const ready = current !== '' && hintFor(next).enough && next !== current;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (ready && !change.isPending)
      change.mutate({ currentPassword: current, newPassword: next, revokeOtherSessions: others });
  };
  return { form, current, setCurrent, next, setNext, others, setOthers, tried, change, wrong, submit };
}

function ChangePassword({ email, close }: { email: string; close(): void }) {
  const { form, current, setCurrent, next, setNext, others, setOthers, tried, change, wrong, submit } =
    useChangePassword({ close });
  const footer = (
    <DialogButtons
      keep="Keep the password"
      verb="Change the password"
      close={close}
      busy={change.isPending}
      form={form}
    />
  );
  return (
    <Dialog opened title="Change your password" close={close} footer={footer}>
      <form id={form} onSubmit={submit} noValidate>
        <Stack gap={16}>
          <KnownEmail email={email} />
          <PasswordInput
            data-autofocus
            label="Present password"
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            error={tried && current === '' ? 'Type the password that you have now.' : wrong}
          />
          <Next next={next} current={current} tried={tried} setNext={setNext} />
          <EndOthers others={others} setOthers={setOthers} />
        </Stack>
      </form>
      {!wrong && <Refusal error={change.error} />}
    </Dialog>
  );
}
