/** Codes that the way back from the identity provider ends with: better-auth's, and `provider_unavailable`. */
const WORDS: Record<string, string> = {
  not_invited:
    'You have no account here, and no open invitation for this address. Ask an owner or an admin to invite you.',
  account_not_linked:
    'Your identity provider has not verified this e-mail address, so it cannot open the account that has it.',
  email_not_verified:
    'Your identity provider has not verified this e-mail address. Verify it there, then sign in again.',
  user_info_is_missing:
    'The answer of your identity provider could not be checked. The log of this service says why.',
  access_denied: 'You were not signed in: your identity provider said no, or you cancelled.',
  state_mismatch: 'This sign-in began in another browser, or too long ago. Begin again.',
  too_many: 'Too many sign-ins at your identity provider came from this network. Try again in some minutes.',
  provider_unavailable:
    'Your identity provider does not answer. Try again in a minute, or sign in in another way.',
  oauth_code_verification_failed: 'Your identity provider took its word back. Begin again.',
};

const ENDED: Record<string, string> = {
  password: 'your password',
  passkeys: 'your passkeys',
  app: 'your authenticator app',
};

/** What ended with the first sign-in at the identity provider; null where nothing did. */
export function endedWords(ended: unknown): string | null {
  const names = String(ended ?? '')
    .split('-')
    .flatMap((name) => ENDED[name] ?? []);
  if (names.length === 0) return null;
  const list = new Intl.ListFormat('en').format(names);
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} and all other sessions have ended.`;
}

/** Why a sign-in at the identity provider brought nothing. */
export const providerWords = (code: unknown): string =>
  WORDS[String(code)] ?? 'The sign-in at your identity provider did not work. Begin again.';
