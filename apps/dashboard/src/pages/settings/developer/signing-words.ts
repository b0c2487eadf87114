import type { AnswerOf, developer } from '@standpoint/contract';

export type SigningKey = AnswerOf<typeof developer.listSigningKeys>['keys'][number];

export const USE_WORDS: Record<SigningKey['use'], string> = { sig: 'signing', enc: 'opening payloads' };

/** What stands before the date of "Until": a key that is next begins then, the others end. */
export const untilWords: Record<SigningKey['state'], string> = {
  next: 'begins',
  active: '',
  retiring: 'published until',
  retired: '',
};

const ORDER: readonly SigningKey['state'][] = ['next', 'active', 'retiring', 'retired'];
/** In the order in which a key lives; of one state, the newest first. */
export const inOrderOfLife = (keys: readonly SigningKey[]): SigningKey[] =>
  keys.toSorted(
    (a, b) =>
      (a.use === b.use ? 0 : a.use === 'sig' ? -1 : 1) ||
      ORDER.indexOf(a.state) - ORDER.indexOf(b.state) ||
      b.created_at.localeCompare(a.created_at),
  );
