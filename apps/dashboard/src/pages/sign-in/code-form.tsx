import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { write } from '../../api/client.ts';
import frame from '../entry/frame.module.css';
import { Refusal } from '../entry/refusal.tsx';
import { digitsOf, mustBeginAgain, wordsFor } from './words.ts';

/** What `CodeForm` holds, and what its buttons and fields do. */
function useCodeForm({ done }: { done(): void }) {
  const [backup, setBackup] = useState(false);
  const [code, setCode] = useState('');
  const step: 'backup' | 'code' = backup ? 'backup' : 'code';
  const check = useMutation({
    mutationFn: (typed: string) =>
      write('POST', `/auth/two-factor/verify-${backup ? 'backup-code' : 'totp'}`, { code: typed }),
    onSuccess: done,
    // The right code is often the next one, which is typed into an empty field.
    onError: () => setCode(''),
  });
  const type = (typed: string) => {
    if (backup) return setCode(typed.trim());
    const digits = digitsOf(typed);
    setCode(digits);
    if (digits.length === 6 && !check.isPending) check.mutate(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!check.isPending) check.mutate(code);
  };
  const other = () => {
    check.reset();
    setCode('');
    setBackup(!backup);
  };
  return { backup, code, step, check, type, submit, other };
}

/** The second step: a code of the authenticator app, or one of the backup codes. */
export function CodeForm({ done, again }: { done(): void; again(): void }) {
  const { backup, code, step, check, type, submit, other } = useCodeForm({ done });
  return (
    <form className={frame.form} onSubmit={submit}>
      <TextInput
        key={step}
        label={backup ? 'Backup code' : 'Code from your authenticator app'}
        description={backup ? 'Each works once.' : undefined}
        name="code"
        inputMode={backup ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        required
        autoFocus
        value={code}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Refusal error={check.error} words={(error) => wordsFor(error, step)} />
      {check.error && mustBeginAgain(check.error) ? (
        <Button variant="filled" fullWidth onClick={again}>
          Begin again
        </Button>
      ) : (
        <Button type="submit" variant="filled" fullWidth loading={check.isPending}>
          Sign in
        </Button>
      )}
      <button type="button" className={frame.link} onClick={other}>
        {backup ? 'Use the authenticator app' : 'Use a backup code'}
      </button>
      <details className={frame.foot}>
        <summary>You lost your second factor?</summary>
        <p>
          A backup code replaces it once. Without any, an owner or an admin makes a reset link for you, under
          Settings, then Team; it sets password and second factor anew.
        </p>
      </details>
    </form>
  );
}
