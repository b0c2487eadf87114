import { Button } from '@mantine/core';
import type { Me } from '@standpoint/contract';
import { useState } from 'react';
import { ME } from '../../../api/me.ts';
import { queryClient } from '../../../api/query-client.ts';
import { Block } from '../../../parts/block.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Note } from '../../../parts/note.tsx';
import { Outcome } from '../../../parts/outcome.tsx';
import { say } from '../../../toast/toasts.ts';
import { AppSteps } from '../../second-factor/app-steps.tsx';
import { NewBackupCodes } from './new-backup-codes.tsx';

/** The second thing that signs the person in, after the password; and what replaces it when it is lost. */
export function AuthenticatorApp({ me }: { me: Me }) {
  const [doing, setDoing] = useState<'app' | 'codes' | null>(null);
  const on = me.second_factor === 'totp';
  const close = () => setDoing(null);
  const buttons = (
    <>
      {/* New codes are shown against the password, which not everyone has. */}
      {on && me.has_password && (
        <Button size="xs" onClick={() => setDoing('codes')}>
          New backup codes
        </Button>
      )}
      <Button size="xs" onClick={() => setDoing('app')}>
        {on ? 'Use another app' : 'Set up an app'}
      </Button>
    </>
  );
  return (
    <Block
      title="Authenticator app"
      about="Shows the six digits that you are asked for after your password. Backup codes replace it once each."
      aside={buttons}
    >
      <p>{on ? <Outcome tone="pass">Set up</Outcome> : <Outcome tone="quiet">Not set up</Outcome>}</p>
      {doing === 'app' && <AppDialog me={me} replaces={on} close={close} />}
      {doing === 'codes' && <NewBackupCodes close={close} />}
    </Block>
  );
}

function AppDialog({ me, replaces, close }: { me: Me; replaces: boolean; close(): void }) {
  const done = () => {
    say(replaces ? 'The new app signs you in from now on' : 'The app is set up');
    void queryClient.invalidateQueries({ queryKey: ME });
    close();
  };
  return (
    <Dialog
      opened
      stays
      title={replaces ? 'Use another authenticator app' : 'Set up an authenticator app'}
      close={close}
    >
      {replaces && (
        <Note>
          Your present app and backup codes stay in force until the new app has shown a right code. Then only
          the new ones work.
        </Note>
      )}
      <AppSteps password={me.has_password ? null : { none: true }} done={done} back={close} />
    </Dialog>
  );
}
