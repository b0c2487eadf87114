import { Refused } from '../../api/refused.ts';

/** Why a draft was not saved, with what is wrong in it. */
export function saveWords(error: Error | null): string {
  if (!(error instanceof Refused) || error.fields.length === 0) return error?.message ?? '';
  return error.fields
    .map(({ path, message }) => `${path.replace(/^definition\.?/, '') || 'it'} ${message}`)
    .join('; ');
}
