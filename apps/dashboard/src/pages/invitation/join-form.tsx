import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Refused } from '../../api/refused.ts';
import frame from '../entry/frame.module.css';
import { NewPassword } from '../entry/new-password.tsx';
import { hintFor } from '../entry/password-length.ts';
import { Refusal } from '../entry/refusal.tsx';

export interface Joining {
  name: string;
  password: string;
}

interface JoinFormProps {
  busy: boolean;
  error: Error | null;
  join(joining: Joining): void;
}

/** Name and password of a person who is new here. */
export function JoinForm({ busy, error, join }: JoinFormProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const refused = error instanceof Refused ? error : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hintFor(password).enough) join({ name: name.trim(), password });
  };
  return (
    <form className={frame.form} onSubmit={submit}>
      <TextInput
        label="Your name"
        name="name"
        autoComplete="name"
        required
        maxLength={80}
        value={name}
        error={refused?.field('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NewPassword value={password} change={setPassword} error={refused?.field('password')} />
      {!refused?.fields.length && <Refusal error={error} />}
      <Button type="submit" variant="filled" loading={busy} disabled={!hintFor(password).enough}>
        Join
      </Button>
    </form>
  );
}
