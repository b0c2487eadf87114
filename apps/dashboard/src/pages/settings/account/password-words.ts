import { Refused } from '../../../api/refused.ts';

/** What stands below the field of a password that was asked for; undefined when it was not the password. */
export const wrongPassword = (error: Error | null): string | undefined =>
  error instanceof Refused && /password/i.test(error.message) && error.status === 400
    ? 'This is not your password. Nothing was changed.'
    : undefined;
