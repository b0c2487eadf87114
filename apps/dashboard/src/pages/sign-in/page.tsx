import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client.ts';
import { Note } from '../../parts/note.tsx';
import { Frame } from '../entry/frame.tsx';
import { SignInForm } from './form.tsx';
import { endedWords, providerWords } from './provider-words.ts';
import { returnTo } from './words.ts';

export function SignInPage() {
  const { to, error, ended } = useSearch({ strict: false }) as {
    to?: string;
    error?: unknown;
    ended?: unknown;
  };
  const done = () => {
    queryClient.clear();
    location.replace(returnTo(to));
  };
  const words = endedWords(ended);
  if (words !== null)
    return (
      <Frame title="You sign in at your identity provider now">
        <Note tone="review">{words}</Note>
        <p>
          Your identity provider has proved that this address is yours, which nothing had done before. If you
          never set anything up here, another person did so in your name: tell an owner or an admin.
        </p>
        <Button variant="filled" fullWidth onClick={done}>
          Go on
        </Button>
      </Frame>
    );
  return (
    <Frame title="Sign in">
      {error !== undefined && <Note tone="fail">{providerWords(error)}</Note>}
      <SignInForm provider="start" done={done} />
    </Frame>
  );
}
