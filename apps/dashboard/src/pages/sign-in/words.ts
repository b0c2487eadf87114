import { Refused } from '../../api/refused.ts';

export type Step = 'password' | 'code' | 'backup' | 'passkey';

const WRONG: Record<Step, string> = {
  password: 'No account here has this e-mail address and this password.',
  code: 'This code is not right, or its 30 s are over. Try the one that the app shows now.',
  backup: 'This backup code is not right, or was used before.',
  passkey: 'This passkey is not known here. Sign in with your password.',
};

/** Whether the first step is so long ago that the service has forgotten it. */
export const mustBeginAgain = (error: Error): boolean =>
  error instanceof Refused && error.status === 401 && /two factor cookie/i.test(error.message);

/**
 * A refused sign-in in our words. The service's own tell no more, so that a stranger cannot learn who has
 * an account.
 */
export function wordsFor(error: Error, step: Step): string {
  if (error.name === 'NotAllowedError')
    return 'No passkey was used: the question was closed or not answered in time.';
  if (!(error instanceof Refused)) return error.message;
  if (mustBeginAgain(error)) return 'Too much time has passed since your password. Begin again.';
  if (error.status === 429) {
    const locked = /temporarily locked/i.test(error.message);
    if (locked) return 'Ten wrong codes in a row: this account takes no codes for 15 min.';
    return 'Too many attempts that were wrong.';
  }
  if (error.status === 401 || (step !== 'password' && error.status === 400)) return WRONG[step];
  return error.message;
}

/** Six digits, however they were typed. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, '').slice(0, 6);

/** Where to go afterwards: only to a page of the dashboard that is not this one. */
export function returnTo(asked: unknown): string {
  if (
    typeof asked !== 'string' ||
    !/^\/dashboard\/[^/\\]/.test(asked) ||
    /^\/dashboard\/(sign-in|api)\b/.test(asked)
  )
    return '/dashboard';
  return asked;
}
