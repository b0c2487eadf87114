import type { developer, Environment } from '@standpoint/contract';

export type KeyKind = developer.Key['kind'];

interface KindWords {
  title: string;
  about: string;
  make: string;
  one: string;
  none: string;
  /** The variable of the environment that our SDK's examples read. */
  variable: string;
}

export const KIND_WORDS: Record<KeyKind, KindWords> = {
  api: {
    title: 'API keys',
    about:
      'For your backend. A key mints tokens and does nothing else; it never belongs in an app or a page.',
    make: 'New API key',
    one: 'API key',
    none: 'No API key yet. Your backend needs one to mint the first token.',
    variable: 'STANDPOINT_API_KEY',
  },
  results: {
    title: 'Results keys',
    about:
      'For a backend that reads results or decides. Most need none: results also arrive as signed tokens and webhooks.',
    make: 'New results key',
    one: 'results key',
    none: 'No results key. Make one when a backend has to read results or decide reviews.',
    variable: 'STANDPOINT_RESULTS_KEY',
  },
};

/** What has to be typed before a key or token goes: its name, or its id where the name cannot be typed. */
export const typedFor = (name: string, id: string): string =>
  name === name.trim() && name !== '' ? name : id;

export const inEnvironment = (env: Environment): string =>
  env === 'sandbox' ? 'in the sandbox' : 'in production';
