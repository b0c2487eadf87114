/** The secret of an `otpauth:` address, as people type it into an app that cannot scan. */
export const secretOf = (uri: string): string => new URL(uri).searchParams.get('secret') ?? '';

/** In groups of four: long texts are read and compared so. */
export const groupsOf = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? '';

/** A file for a password manager or a drawer. */
export const backupFile = (codes: readonly string[], host: string, at: Date): string =>
  [
    `Standpoint backup codes for ${host}`,
    `Made ${at.toISOString().slice(0, 10)}. Each code signs you in once, in place of your authenticator app.`,
    '',
    ...codes,
    '',
  ].join('\n');
