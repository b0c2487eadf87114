import { passkeyWords } from '../../../api/passkey.ts';
import { Refused } from '../../../api/refused.ts';

/** What went wrong when a passkey was added to an account that is in use. */
export function addingWords(error: Error): string {
  const words =
    error instanceof Refused && error.status === 403
      ? 'You signed in too long ago to change how you sign in. Sign out, sign in again, and add the passkey then.'
      : passkeyWords(error);
  return `${words} Nothing was changed.`;
}
