import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Refused } from '../../api/refused.ts';
import frame from '../entry/frame.module.css';
import { NewPassword } from '../entry/new-password.tsx';
import { hintFor } from '../entry/password-length.ts';
import { Refusal } from '../entry/refusal.tsx';

export interface Owner {
  name: string;
  email: string;
  password: string;
  organization?: string;
}

interface OwnerFormProps {
  /** Its name now; empty for the demo’s, which waits for a real one. */
  organization: string;
  busy: boolean;
  error: Error | null;
  make(owner: Owner): void;
}

function trimmed({ name, email, password, organization: typed }: Owner): Owner {
  const organization = typed?.trim();
  return { name: name.trim(), email: email.trim(), password, ...(organization && { organization }) };
}

/** The first person of the installation. */
export function OwnerForm({ organization: named, busy, error, make }: OwnerFormProps) {
  const [owner, setOwner] = useState<Owner>({ name: '', email: '', password: '', organization: named });
  const refused = error instanceof Refused ? error : null;
  const fields = refused?.fields ?? [];
  const field = (name: keyof Owner, label: string, more: Record<string, unknown>) => (
    <TextInput
      label={label}
      name={name}
      value={owner[name] ?? ''}
      error={refused?.field(name)}
      onChange={(event) => setOwner({ ...owner, [name]: event.currentTarget.value })}
      {...more}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!hintFor(owner.password).enough) return;
    make(trimmed(owner));
  };
  return (
    <form className={frame.form} onSubmit={submit}>
      <p className="soft">You become the owner: you may do everything here, and invite the others.</p>
      {field('name', 'Your name', { required: true, maxLength: 80, autoComplete: 'name' })}
      {field('email', 'E-mail', { required: true, type: 'email', maxLength: 254, autoComplete: 'username' })}
      <NewPassword
        value={owner.password}
        error={refused?.field('password')}
        change={(password) => setOwner({ ...owner, password })}
      />
      {field('organization', 'Organization', {
        description: 'Your team sees it, and people who are asked for consent, unless you set a legal name.',
        maxLength: 100,
        autoComplete: 'organization',
      })}
      {fields.length === 0 && <Refusal error={error} />}
      <Button type="submit" variant="filled" loading={busy} disabled={!hintFor(owner.password).enough}>
        Become the owner
      </Button>
    </form>
  );
}
