import { Button } from '@mantine/core';
import type { Me } from '@standpoint/contract';
import { useMutation } from '@tanstack/react-query';
import { ME } from '../../api/me.ts';
import { signInWithPasskey } from '../../api/passkey.ts';
import { queryClient } from '../../api/query-client.ts';
import { signOut } from '../../app/sign-out.ts';
import { Note } from '../../parts/note.tsx';
import frame from '../entry/frame.module.css';
import { Frame } from '../entry/frame.tsx';
import { Refusal } from '../entry/refusal.tsx';
import { CodeForm } from '../sign-in/code-form.tsx';
import { wordsFor } from '../sign-in/words.ts';
import { SecondFactorSetUp } from './set-up.tsx';

/** In place of every page, for a session that proved no second factor. */
export function SecondFactorWall({ me }: { me: Me }) {
  const done = () => void queryClient.invalidateQueries({ queryKey: ME });
  const has = me.second_factor === 'totp' || me.second_factor === 'passkey';
  const begins = !has && me.may_set_up;
  return (
    <Frame title={begins ? 'Set up a second factor' : 'Your second factor'} wide={begins}>
      <p className="soft">You are signed in as {me.email}.</p>
      {me.second_factor === 'totp' && <CodeForm done={done} again={() => void signOut()} />}
      {me.second_factor === 'passkey' && <UsePasskey done={done} />}
      {!has && !begins && <ProveElsewhere />}
      {begins && <SecondFactorSetUp password={me.has_password ? null : { none: true }} done={done} />}
      <button type="button" className={frame.link} onClick={() => void signOut()}>
        Sign out
      </button>
    </Frame>
  );
}

/**
 * For a person who proved a second factor elsewhere and has none here. A thief who came in without it must
 * not set up their own.
 */
const ProveElsewhere = () => (
  <Note tone="review">
    A second factor was proved for this account before, so this session sets up no other. Sign out, then sign
    in at your identity provider with a second step. If you have none there, ask an owner or an admin for a
    reset link.
  </Note>
);

function UsePasskey({ done }: { done(): void }) {
  const use = useMutation({ mutationFn: signInWithPasskey, onSuccess: done });
  return (
    <div className={frame.form}>
      <Button variant="filled" fullWidth loading={use.isPending} onClick={() => use.mutate()}>
        Use your passkey
      </Button>
      <Refusal error={use.error} words={(error) => wordsFor(error, 'passkey')} />
    </div>
  );
}
