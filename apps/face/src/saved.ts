import type { FaceRedeemAnswer, LocationRedeemAnswer } from '@standpoint/contract';
import type { Alternative } from './flow-state.ts';

/** What a reload of this tab needs. It lives in the tab's sessionStorage: a copied address carries nothing. */
export interface Saved {
  role: 'portal' | 'phone';
  /** Portal or hand-off token; absent on a phone before the code was redeemed. */
  token?: string;
  code?: string;
  /** Name of the proof key (`proof.ts`). */
  key: string;
  redeemed?: FaceRedeemAnswer;
  /** The code was one of a location check. */
  location?: LocationRedeemAnswer;
  confirmed?: boolean;
  consented?: boolean;
  /** Repeats the answer of an attempt whose reply was lost, also after a reload. */
  client_attempt_id?: string;
  alternative?: Alternative | null;
  parent_origin?: string;
  return_url?: string;
  state?: string;
  locale?: string;
}

export interface SavedStore {
  read(): Saved | null;
  write(change: Partial<Saved>): void;
  replace(saved: Saved): void;
  clear(): void;
}

/** A browser may refuse storage in a foreign frame; then a reload starts over, and nothing else changes. */
export const openSaved = (name: string, storage: () => Storage): SavedStore => {
  let memory: Saved | null = null;
  const attempt = <T>(work: (at: Storage) => T): T | undefined => {
    try {
      return work(storage());
    } catch {
      return undefined;
    }
  };
  const store: SavedStore = {
    read: () => {
      const text = attempt((at) => at.getItem(name));
      if (text) memory = JSON.parse(text) as Saved;
      return memory;
    },
    replace: (saved) => {
      memory = saved;
      attempt((at) => at.setItem(name, JSON.stringify(saved)));
    },
    write: (change) => {
      const before = store.read();
      if (before) store.replace({ ...before, ...change });
    },
    clear: () => {
      memory = null;
      attempt((at) => at.removeItem(name));
    },
  };
  return store;
};
