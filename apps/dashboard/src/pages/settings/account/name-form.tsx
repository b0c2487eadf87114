import { Button, TextInput } from '@mantine/core';
import type { Me } from '@standpoint/contract';
import { type FormEvent, useState } from 'react';
import { ME } from '../../../api/me.ts';
import { useWrite } from '../../../api/use-write.ts';
import { Block } from '../../../parts/block.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { say } from '../../../toast/toasts.ts';
import styles from './rows.module.css';

export function NameForm({ me }: { me: Me }) {
  const [name, setName] = useState(me.name);
  const save = useWrite<Me, { name: string }>({ method: 'PATCH', path: '/me', stale: [ME] });
  const typed = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed && typed !== me.name && !save.isPending)
      save.mutate({ name: typed }, { onSuccess: () => say(`You are called ${typed} now`) });
  };
  return (
    <Block title="You" about={`You sign in as ${me.email}.`}>
      <form className={styles.line} onSubmit={submit} noValidate>
        <TextInput
          className={styles.field}
          label="Name"
          description="As colleagues and the audit log name you."
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={typed ? undefined : 'A person has a name.'}
          autoComplete="name"
        />
        <Button type="submit" disabled={!typed || typed === me.name} loading={save.isPending}>
          Save the name
        </Button>
      </form>
      <Refusal error={save.error} />
    </Block>
  );
}
