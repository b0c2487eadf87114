import { Button } from '@mantine/core';
import type { AnswerOf, openLink } from '@standpoint/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { write } from '../../api/client.ts';
import { Refused } from '../../api/refused.ts';
import frame from '../entry/frame.module.css';
import { Frame } from '../entry/frame.tsx';
import { forgetLinkCode, linkCode } from '../entry/link-code.ts';
import { LinkProblem } from '../entry/link-problem.tsx';
import { NewPassword } from '../entry/new-password.tsx';
import { hintFor } from '../entry/password-length.ts';
import { Refusal } from '../entry/refusal.tsx';
import { SecondFactorSetUp } from '../second-factor/set-up.tsx';

type Facts = AnswerOf<typeof openLink>;

/** What `ResetPage` holds, and what its buttons and fields do. */
function useResetPage() {
  const [code] = useState(() => linkCode('reset'));
  const [password, setPassword] = useState('');
  const [set, setSet] = useState(false);
  const look = useQuery({
    queryKey: ['reset', code],
    queryFn: () => write<Facts>('POST', '/auth/link', { code }),
    enabled: Boolean(code) && !set,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const change = useMutation({
    mutationFn: () => write<Facts>('POST', '/auth/link', { code, password }),
    onSuccess: () => {
      forgetLinkCode('reset');
      setSet(true);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hintFor(password).enough) change.mutate();
  };
  return { code, password, setPassword, set, look, change, submit };
}

/** Password and second factor anew, for a person who lost either. */
export function ResetPage() {
  const { code, password, setPassword, set, look, change, submit } = useResetPage();
  if (set)
    return (
      <Frame title="Your second factor" wide>
        <SecondFactorSetUp password={password} done={() => location.replace('/dashboard')} />
      </Frame>
    );
  if (!code) return <LinkProblem purpose="reset" code={code} />;
  if (look.error) return <LinkProblem purpose="reset" code={code} error={look.error} again={look.refetch} />;
  if (!look.data) return <Frame title="Set a new password">{null}</Frame>;
  const refused = change.error instanceof Refused ? change.error : null;
  return (
    <Frame title="Set a new password">
      <p className="soft">
        For {look.data.email}. The old password, the authenticator app, passkeys and backup codes stop
        working, and you are signed out everywhere else.
      </p>
      <form className={frame.form} onSubmit={submit}>
        <input type="hidden" name="username" autoComplete="username" value={look.data.email} readOnly />
        <NewPassword
          label="New password"
          value={password}
          change={setPassword}
          error={refused?.field('password')}
        />
        {!refused?.fields.length && <Refusal error={change.error} />}
        <Button
          type="submit"
          variant="filled"
          loading={change.isPending}
          disabled={!hintFor(password).enough}
        >
          Set the password
        </Button>
      </form>
    </Frame>
  );
}
