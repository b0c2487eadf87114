import { PASSWORD_LEAST, PASSWORD_MOST } from '@standpoint/contract/dashboard/password';

interface PasswordHint {
  enough: boolean;
  /** Of three bars, how many are full. */
  bars: 0 | 1 | 2 | 3;
  words: string;
}

const LONG = 16;

/** Length alone: rules about digits and signs make passwords that are hard for people and easy for machines. */
export function hintFor(password: string): PasswordHint {
  const { length } = password;
  const missing = PASSWORD_LEAST - length;
  if (length === 0)
    return { enough: false, bars: 0, words: `At least ${PASSWORD_LEAST} characters; a few words do well.` };
  if (missing > 0)
    return {
      enough: false,
      bars: 1,
      words: `${missing} more ${missing === 1 ? 'character' : 'characters'}.`,
    };
  if (length > PASSWORD_MOST)
    return {
      enough: false,
      bars: 3,
      words: `At most ${PASSWORD_MOST} characters: ${length - PASSWORD_MOST} too many.`,
    };
  if (length < LONG)
    return { enough: true, bars: 2, words: 'Long enough. One more word makes it much harder to guess.' };
  return { enough: true, bars: 3, words: 'Long, and so hard to guess.' };
}
