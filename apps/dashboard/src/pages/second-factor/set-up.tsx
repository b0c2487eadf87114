import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addPasskey, canUsePasskeys, passkeyWords } from '../../api/passkey.ts';
import frame from '../entry/frame.module.css';
import { Refusal } from '../entry/refusal.tsx';
import { AppSteps } from './app-steps.tsx';

interface SetUpProps {
  /** Just chosen; null: to be asked for; `none`: the person has no password. */
  password: string | { none: true } | null;
  done(): void;
}

/** A second factor for a person who has none: an authenticator app with backup codes, or a passkey. */
export function SecondFactorSetUp({ password, done }: SetUpProps) {
  const [way, setWay] = useState<'app' | null>(null);
  const passkey = useMutation({ mutationFn: () => addPasskey(), onSuccess: done });
  if (way === 'app') return <AppSteps password={password} done={done} back={() => setWay(null)} />;
  return (
    <div className={frame.form}>
      <p className="soft">
        {password !== null && typeof password === 'object'
          ? 'Your identity provider did not say that it asked you for a second factor, so this service does.'
          : 'A password alone opens nothing here: whoever learns it could read about your customers. ' +
            'The second factor is asked for when you sign in.'}
      </p>
      <Button variant="filled" fullWidth onClick={() => setWay('app')}>
        Use an authenticator app
      </Button>
      <Button
        fullWidth
        disabled={!canUsePasskeys()}
        loading={passkey.isPending}
        onClick={() => passkey.mutate()}
      >
        Make a passkey on this device
      </Button>
      {!canUsePasskeys() && (
        <p className="quiet small">This browser offers passkeys only on https and on localhost.</p>
      )}
      <Refusal error={passkey.error} words={passkeyWords} />
    </div>
  );
}
