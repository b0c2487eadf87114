import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { write } from '../../api/client.ts';
import { canUsePasskeys, signInWithPasskey } from '../../api/passkey.ts';
import frame from '../entry/frame.module.css';
import { Refusal } from '../entry/refusal.tsx';
import { CodeForm } from './code-form.tsx';
import { ProviderButton } from './provider-button.tsx';
import { wordsFor } from './words.ts';
import '@mantine/core/styles/PasswordInput.layer.css';

interface SignInFormProps {
  /** An address that is known already, and cannot be changed. */
  email?: string;
  /** Where the identity provider's sign-in comes back to; it is not offered when absent, as it leaves the page. */
  provider?: 'start' | 'invitation';
  done(): void;
}

const Forgotten = () => (
  <details className={frame.foot}>
    <summary>You forgot your password?</summary>
    <p>
      An owner or an admin of your organization can make a reset link for you, under Settings, then Team. The
      operator of this installation can make one with <code className="mono">npx standpoint users reset</code>
      .
    </p>
  </details>
);

interface FieldsProps {
  known?: string;
  email: string;
  setEmail(email: string): void;
  password: string;
  setPassword(password: string): void;
}

const Fields = ({ known, email, setEmail, password, setPassword }: FieldsProps) => (
  <>
    <TextInput
      label="E-mail"
      type="email"
      name="email"
      autoComplete="username webauthn"
      required
      readOnly={known !== undefined}
      data-autofocus={known === undefined || undefined}
      autoFocus={known === undefined}
      value={email}
      onChange={(event) => setEmail(event.currentTarget.value)}
    />
    <PasswordInput
      label="Password"
      name="password"
      autoComplete="current-password"
      required
      data-autofocus={known !== undefined || undefined}
      autoFocus={known !== undefined}
      value={password}
      onChange={(event) => setPassword(event.currentTarget.value)}
    />
  </>
);

/** What `SignInForm` holds, and what its buttons and fields do. */
function useSignInForm({ email: known, done }: Pick<SignInFormProps, 'email' | 'done'>) {
  const [email, setEmail] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const first = useMutation({
    mutationFn: () =>
      write<{ twoFactorRedirect?: boolean }>('POST', '/auth/sign-in/email', {
        email: email.trim(),
        password,
      }),
    onSuccess: ({ twoFactorRedirect }) => (twoFactorRedirect ? setAsksCode(true) : done()),
  });
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: done });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    passkey.reset();
    first.mutate();
  };
  const again = () => {
    first.reset();
    setPassword('');
    setAsksCode(false);
  };
  return { fields: { email, setEmail, password, setPassword }, asksCode, first, passkey, submit, again };
}

/** Password, then the second factor; or a passkey alone. */
export function SignInForm({ email: known, provider, done }: SignInFormProps) {
  const { fields, asksCode, first, passkey, submit, again } = useSignInForm({ email: known, done });
  if (asksCode) return <CodeForm done={done} again={again} />;
  return (
    <div className={frame.form}>
      <form className={frame.form} onSubmit={submit}>
        <Fields known={known} {...fields} />
        <Refusal error={first.error} words={(error) => wordsFor(error, 'password')} />
        <Button type="submit" variant="filled" fullWidth loading={first.isPending}>
          Sign in
        </Button>
      </form>
      {canUsePasskeys() && (
        <>
          <p className={frame.or}>or</p>
          <Button fullWidth loading={passkey.isPending} onClick={() => passkey.mutate()}>
            Sign in with a passkey
          </Button>
          <Refusal error={passkey.error} words={(error) => wordsFor(error, 'passkey')} />
        </>
      )}
      {provider && <ProviderButton page={provider} verb="Sign in" />}
      <Forgotten />
    </div>
  );
}
