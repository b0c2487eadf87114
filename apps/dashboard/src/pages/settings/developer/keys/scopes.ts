import type { Scope } from '@standpoint/contract';
import { SCOPES } from '@standpoint/contract/endpoint';

/** What a results key with the scope may do, in a list after "May". */
const WORDS: Record<Scope, { short: string; long: string }> = {
  'results:read': {
    short: 'read results',
    long: 'Read verifications, sessions, customers and events.',
  },
  evaluate: { short: 'evaluate positions', long: 'Have positions decided that your backend collected.' },
  'sessions:write': { short: 'end sessions', long: 'Cancel face sessions, and delete their pictures.' },
  'customers:write': {
    short: 'erase and hold customers',
    long: 'Store face references, erase people, record withdrawn consent, place legal holds.',
  },
  'reviews:write': { short: 'decide reviews', long: 'List reviews and decide them.' },
  'webhooks:write': {
    short: 'set webhooks',
    long: 'Add, change and remove webhook endpoints, and replay events.',
  },
};

const isScope = (scope: string): scope is Scope => Object.hasOwn(WORDS, scope);

/** A scope of a newer service keeps its own name. */
export const scopeWords = (scope: string): string => (isScope(scope) ? WORDS[scope].short : scope);

export const allScopes = (): { scope: Scope; short: string; long: string }[] =>
  SCOPES.map((scope) => ({ scope, ...WORDS[scope] }));

/** The scopes of a key in one line. */
export function mayWords(scopes: readonly string[]): string {
  if (SCOPES.every((scope) => scopes.includes(scope))) return 'everything';
  return scopes.map(scopeWords).join(', ');
}
