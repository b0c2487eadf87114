import type { FaceRedeemAnswer, LocationRedeemAnswer } from '@standpoint/contract';
import type { Alternative, Channel } from '../flow/state.ts';
import type { Senses } from '../senses/senses.ts';

/** A decision of the person that the service must hear: “this wasn’t me”, a refused consent, or the end. */
export type Owed = 'deny' | 'decline' | 'cancel';

/**
 * What a reload of this tab needs. It is kept in the tab's sessionStorage, so a copied address does not
 * carry it.
 */
export interface Saved {
  role: 'portal' | 'phone';
  /** Portal or hand-off token; absent on a phone before the code is redeemed. */
  token?: string;
  code?: string;
  /** Name of the proof key (`proof.ts`). */
  key: string;
  /** The proof key is in the browser's store. */
  key_kept?: true;
  redeemed?: FaceRedeemAnswer;
  /** Set if the code belongs to a location check. */
  location?: LocationRedeemAnswer;
  confirmed?: boolean;
  consented?: boolean;
  /** The person continued without optical pairing. */
  unpaired?: boolean;
  /** A decision of the person that the service has not heard yet. */
  owed?: Owed;
  /** Version of the consent text that the decision may concern. */
  consent_version?: string;
  /**
   * The channel of the code that the desktop was showing, and the link that may have been sent (`until`: ms
   * of this device's clock).
   */
  handing?: Channel;
  link?: { url: string; life_s: number; until: number };
  alternative?: Alternative | null;
  /** The person left the colours out. */
  no_colours?: boolean;
  senses?: Senses;
  parent_origin?: string;
  return_url?: string;
  state?: string;
  locale?: string;
  /** Ms of this device's clock. */
  kept_until?: number;
}

export interface SavedStore {
  read(): Saved | null;
  write(change: Partial<Saved>): void;
  replace(saved: Saved): void;
  clear(): void;
}

/** One entry of the browser's storage, which may refuse to work; `get` then returns undefined. */
const openEntry = (name: string, storage: () => Storage) => {
  const attempt = <T>(work: (at: Storage) => T): T | undefined => {
    try {
      return work(storage());
    } catch {
      return undefined;
    }
  };
  return {
    get: (): Saved | null | undefined =>
      attempt((at) => {
        const text = at.getItem(name);
        return text ? (JSON.parse(text) as Saved) : null;
      }),
    set: (saved: Saved): void => attempt((at) => at.setItem(name, JSON.stringify(saved))),
    remove: (): void => attempt((at) => at.removeItem(name)),
  };
};

/** A browser may refuse storage in a foreign frame. Then a reload starts over, and nothing else changes. */
export const openSaved = (
  name: string,
  storage: () => Storage,
  onChange: (saved: Saved) => void = () => {},
): SavedStore => {
  let memory: Saved | null = null;
  const entry = openEntry(name, storage);
  /**
   * Two frames of one tab share its storage: a page speaks only for the session that it was opened with.
   */
  const isOthers = (found: Saved | null | undefined): boolean =>
    !!found && !!memory && found.key !== memory.key;
  const store: SavedStore = {
    read: () => {
      const found = entry.get();
      if (found && !isOthers(found)) memory = found;
      return memory;
    },
    replace: (saved) => {
      memory = saved;
      entry.set(saved);
      onChange(saved);
    },
    write: (change) => {
      const before = store.read();
      if (!before) return;
      if (isOthers(entry.get())) memory = { ...before, ...change };
      else store.replace({ ...before, ...change });
    },
    clear: () => {
      memory = null;
      entry.remove();
    },
  };
  return store;
};

/** The same for a limited time: an entry older than `life_ms` by this device's clock is forgotten. */
export const openKept = (name: string, life_ms: number, storage: () => Storage): SavedStore => {
  const store = openSaved(name, storage);
  const { kept_until = 0 } = store.read() ?? {};
  const left_ms = kept_until - Date.now();
  if (left_ms <= 0 || left_ms > life_ms) store.clear();
  return { ...store, replace: (saved) => store.replace({ ...saved, kept_until: Date.now() + life_ms }) };
};

/**
 * Keeps a redeemed hand-off outside its tab. Its code is used up, so opening the link again could not
 * redeem it a second time. Its token is bound to a key that does not leave this browser.
 */
export const keepHandoff =
  (kept: SavedStore) =>
  (saved: Saved): void => {
    if (saved.role === 'phone' && saved.token) kept.replace(saved);
  };
