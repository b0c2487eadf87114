import { useMe } from '../../../api/me.ts';
import { Sheet } from '../sheet.tsx';
import { Appearance } from './appearance.tsx';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { NameForm } from './name-form.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordBlock } from './password.tsx';
import { MySessions } from './sessions.tsx';

/** Settings → Account: one's own name, ways to sign in, sessions and wishes. The same in every organization. */
export function AccountPage() {
  const me = useMe();
  return (
    <Sheet title="Account">
      <NameForm me={me} />
      {me.has_password && <PasswordBlock me={me} />}
      <AuthenticatorApp me={me} />
      <Passkeys />
      <MySessions />
      <Appearance me={me} />
    </Sheet>
  );
}
