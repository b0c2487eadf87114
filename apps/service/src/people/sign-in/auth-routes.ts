/** A route of better-auth that the dashboard uses. No other is served. */
export interface AuthRoute {
  path: string;
  method: 'GET' | 'POST';
  /** The fields that are passed on. Others could switch things on that no page offers, such as trusted devices. */
  fields: readonly string[];
  /** Fields that may be left out; `name` and `revokeOtherSessions` when absent. */
  may_miss?: readonly string[];
  /** Something can be guessed there, so attempts are counted. `challenge`: each call keeps a row. */
  counted?: 'guess' | 'challenge';
  /** Changes how the person signs in: once they have a second factor, only a session that proved one may. */
  guarded?: true;
}

/** A person who signs in at the identity provider has no password; everyone else is refused without it. */
const WITH_PASSWORD = {
  method: 'POST',
  fields: ['password'],
  may_miss: ['password'],
  counted: 'guess',
  guarded: true,
} as const;

export const AUTH_ROUTES: readonly AuthRoute[] = [
  { path: '/sign-in/email', method: 'POST', fields: ['email', 'password'], counted: 'guess' },
  { path: '/two-factor/verify-totp', method: 'POST', fields: ['code'], counted: 'guess' },
  { path: '/two-factor/verify-backup-code', method: 'POST', fields: ['code'], counted: 'guess' },
  { path: '/passkey/generate-authenticate-options', method: 'GET', fields: [], counted: 'challenge' },
  { path: '/passkey/verify-authentication', method: 'POST', fields: ['response'], counted: 'guess' },
  { path: '/sign-out', method: 'POST', fields: [] },
  {
    path: '/change-password',
    method: 'POST',
    fields: ['currentPassword', 'newPassword', 'revokeOtherSessions'],
    counted: 'guess',
    guarded: true,
  },
  { path: '/two-factor/enable', ...WITH_PASSWORD },
  { path: '/two-factor/disable', ...WITH_PASSWORD },
  { path: '/two-factor/generate-backup-codes', ...WITH_PASSWORD },
  {
    path: '/passkey/generate-register-options',
    method: 'GET',
    fields: [],
    counted: 'challenge',
    guarded: true,
  },
  { path: '/passkey/verify-registration', method: 'POST', fields: ['response', 'name'], guarded: true },
  { path: '/passkey/list-user-passkeys', method: 'GET', fields: [] },
  { path: '/passkey/delete-passkey', method: 'POST', fields: ['id'], guarded: true },
  { path: '/passkey/update-passkey', method: 'POST', fields: ['id', 'name'], guarded: true },
];
