import { Button, TextInput } from '@mantine/core';
import { type ChangeEvent, type FormEvent, useState } from 'react';
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

/** What `OwnerForm` holds, and what its buttons and fields do. */
function useOwnerForm({ organization, error, make }: Omit<OwnerFormProps, 'busy'>) {
  const [owner, setOwner] = useState<Owner>({ name: '', email: '', password: '', organization });
  const refused = error instanceof Refused ? error : null;
  const { enough } = hintFor(owner.password);
  const change = (next: Partial<Owner>) => setOwner({ ...owner, ...next });
  const input = (name: keyof Owner) => ({
    name,
    value: owner[name] ?? '',
    error: refused?.field(name),
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (enough) make(trimmed(owner));
  };
  return { owner, refused, enough, change, input, submit };
}

/** The first person of the installation. */
export function OwnerForm(props: OwnerFormProps) {
  const { owner, refused, enough, change, input, submit } = useOwnerForm(props);
  return (
    <form className={frame.form} onSubmit={submit}>
      <p className="soft">You become the owner: you may do everything here, and invite the others.</p>
      <TextInput label="Your name" {...input('name')} required maxLength={80} autoComplete="name" />
      <TextInput
        label="E-mail"
        {...input('email')}
        required
        type="email"
        maxLength={254}
        autoComplete="username"
      />
      <NewPassword
        value={owner.password}
        error={refused?.field('password')}
        change={(password) => change({ password })}
      />
      <TextInput
        label="Organization"
        {...input('organization')}
        description="Your team sees it, and people who are asked for consent, unless you set a legal name."
        maxLength={100}
        autoComplete="organization"
      />
      {!refused?.fields.length && <Refusal error={props.error} />}
      <Button type="submit" variant="filled" loading={props.busy} disabled={!enough}>
        Become the owner
      </Button>
    </form>
  );
}
