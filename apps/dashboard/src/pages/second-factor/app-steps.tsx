import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { write } from '../../api/client.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import frame from '../entry/frame.module.css';
import { Refusal } from '../entry/refusal.tsx';
import { digitsOf, wordsFor } from '../sign-in/words.ts';
import styles from './app-steps.module.css';
import { BackupCodes } from './backup-codes.tsx';
import { groupsOf, secretOf } from './manual-key.ts';
import { QrCode } from './qr-code.tsx';
import '@mantine/core/styles/PasswordInput.layer.css';

interface Enabled {
  totpURI: string;
  backupCodes: string[];
}

interface AppStepsProps {
  /** Just chosen; null: to be asked for; `none`: the person has no password. */
  password: string | { none: true } | null;
  done(): void;
  back(): void;
}

/** Shows the key of an authenticator app, has the app prove that it has it, then shows the backup codes. */
export function AppSteps({ password, done, back }: AppStepsProps) {
  const [enabled, setEnabled] = useState<Enabled | null>(null);
  const [proved, setProved] = useState(false);
  if (!enabled) return <AskKey password={password} got={setEnabled} back={back} />;
  if (!proved) return <ProveKey totpURI={enabled.totpURI} done={() => setProved(true)} />;
  return <BackupCodes codes={enabled.backupCodes} done={done} />;
}

interface AskKeyProps {
  password: AppStepsProps['password'];
  got(enabled: Enabled): void;
  back(): void;
}

/** What `AskKey` holds, and what its buttons and fields do. */
function useAskKey({ password, got }: Pick<AskKeyProps, 'password' | 'got'>) {
  const [typed, setTyped] = useState('');
  const ask = useMutation({
    mutationFn: (used: string | { none: true }) =>
      write<Enabled>('POST', '/auth/two-factor/enable', typeof used === 'string' ? { password: used } : {}),
    onSuccess: got,
  });
  const asked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once.
  useEffect(() => {
    if (password === null || asked.current) return;
    asked.current = true;
    ask.mutate(password);
  }, [password]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate(typed);
  };
  return { typed, setTyped, ask, submit };
}

/** The service gives a key only to who knows the password; one that was just chosen is not asked for again. */
function AskKey({ password, got, back }: AskKeyProps) {
  const { typed, setTyped, ask, submit } = useAskKey({ password, got });
  if (password !== null && !ask.error) return <p role="status">Making a key for your app…</p>;
  return (
    <form className={frame.form} onSubmit={submit}>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Refusal error={ask.error} words={passwordWords} />
      <div className={frame.row}>
        <Button onClick={back}>Back</Button>
        <Button type="submit" variant="filled" loading={ask.isPending}>
          Show the key
        </Button>
      </div>
    </form>
  );
}

const passwordWords = (error: Error): string =>
  /password/i.test(error.message) ? 'This is not your password.' : wordsFor(error, 'passkey');

/** What `ProveKey` holds, and what its buttons and fields do. */
function useProveKey({ totpURI, done }: { totpURI: string; done(): void }) {
  const [code, setCode] = useState('');
  const prove = useMutation({
    mutationFn: (typed: string) => write('POST', '/auth/two-factor/verify-totp', { code: typed }),
    onSuccess: done,
    onError: () => setCode(''),
  });
  const type = (typed: string) => {
    const digits = digitsOf(typed);
    setCode(digits);
    if (digits.length === 6 && !prove.isPending) prove.mutate(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!prove.isPending) prove.mutate(code);
  };
  const secret = secretOf(totpURI);
  return { code, prove, type, submit, secret };
}

function ProveKey({ totpURI, done }: { totpURI: string; done(): void }) {
  const { code, prove, type, submit, secret } = useProveKey({ totpURI, done });
  return (
    <form className={frame.form} onSubmit={submit}>
      <p className="soft">Scan this with an authenticator app, or type the key into it.</p>
      <QrCode text={totpURI} name="Key for your authenticator app" />
      <div className={styles.key}>
        <code className="mono" dir="ltr" data-totp-secret={secret}>
          {groupsOf(secret)}
        </code>
        <CopyButton text={secret} what="the key" label="Copy" />
      </div>
      <TextInput
        label="Code that the app shows"
        description="Six digits, a new one every 30 s."
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Refusal error={prove.error} words={(error) => wordsFor(error, 'code')} />
      <Button type="submit" variant="filled" loading={prove.isPending}>
        Turn it on
      </Button>
    </form>
  );
}
