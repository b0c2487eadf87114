import type { Me } from '@standpoint/contract';
import { useState } from 'react';
import { read } from '../../api/client.ts';
import { ME } from '../../api/me.ts';
import { queryClient } from '../../api/query-client.ts';
import { sessionHasBegun } from '../../api/session-end.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusal } from '../entry/refusal.tsx';
import { SignInForm } from './form.tsx';

/**
 * Over a page whose session has ended: in another tab, or by time. What was typed below stays, and goes on after the
 * same person has signed in. For another person, the page is loaded anew.
 */
export function EndedDialog({ me }: { me: Me }) {
  const [error, setError] = useState<Error | null>(null);
  const done = async () => {
    try {
      const now = await read<Me>('/me');
      if (now.user_id !== me.user_id) return location.assign('/dashboard');
      sessionHasBegun();
      queryClient.setQueryData(ME, now);
      await queryClient.invalidateQueries();
    } catch (problem) {
      setError(problem as Error);
    }
  };
  return (
    <Dialog opened stays size={440} title="Sign in again to go on" close={() => undefined}>
      <p>Your session ended, here or in another tab. What you typed on this page is kept.</p>
      <SignInForm email={me.email} done={() => void done()} />
      <Refusal error={error} />
    </Dialog>
  );
}
