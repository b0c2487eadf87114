import { Button } from '@mantine/core';
import type { Me } from '@standpoint/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { read, write } from '../../api/client.ts';
import { signOut } from '../../app/sign-out.ts';
import frame from '../entry/frame.module.css';
import { Refusal } from '../entry/refusal.tsx';
import { SignInForm } from '../sign-in/form.tsx';

interface AcceptKnownProps {
  code: string;
  /** Whom the invitation is for. */
  email: string;
  /** The person who is signed in; null where no person is. */
  me: Me | null;
  /** `org`: the organization that was joined, where it is known. */
  done(org?: string): void;
}

/** For a person who has an account: they join with it, once they are signed in. */
export function AcceptKnown({ code, email, me: first, done }: AcceptKnownProps) {
  const [me, setMe] = useState(first);
  const accept = useMutation({
    mutationFn: () => write<Me>('POST', '/me/invitation', { code }),
    onSuccess: (now) => {
      const before = me?.memberships.map(({ org }) => org) ?? [];
      done(now.memberships.find(({ org }) => !before.includes(org))?.org);
    },
  });
  if (!me)
    return (
      <>
        <p className="soft">You have an account here. Sign in to join with it.</p>
        <SignInForm email={email} provider="invitation" done={() => void read<Me>('/me').then(setMe)} />
      </>
    );
  const other = me.email.toLowerCase() !== email.toLowerCase();
  if (other)
    return (
      <>
        <p>
          You are signed in as {me.email}, but the invitation is for {email}. Sign out, then open the link
          again.
        </p>
        <Button onClick={() => void signOut()}>Sign out</Button>
      </>
    );
  return (
    <div className={frame.form}>
      <p className="soft">You are signed in as {me.email}.</p>
      <Refusal error={accept.error} />
      <Button variant="filled" loading={accept.isPending} onClick={() => accept.mutate()}>
        Join
      </Button>
    </div>
  );
}
