import { useWatched, watched } from '../api/watched.ts';

export interface Toast {
  id: number;
  text: string;
  /** Takes back what the text says was done. */
  undo?: () => void;
  /** Until when it can be taken back, in milliseconds of the epoch: then it goes, also from under the pointer. */
  until?: number;
  /** Stays until it is closed: something went wrong. */
  stays: boolean;
}

/** As long as a message that asks for nothing stays. */
export const TOAST_MS = 8_000;

const list = watched<readonly Toast[]>([]);
let last = 0;

const add = (toast: Omit<Toast, 'id'>): void => {
  last += 1;
  // More than three hide the page and are not read.
  list.set([...list.get(), { ...toast, id: last }].slice(-3));
};

/** Says in one line what was done, and how long it can be taken back. */
export const say = (text: string, undo?: () => void, until?: number): void =>
  add({ text, undo, until, stays: false });
/** Says in one line what was not done. */
export const sayWrong = (error: unknown): void =>
  add({
    text: `${error instanceof Error ? error.message : String(error)} Nothing was changed.`,
    stays: true,
  });

export const dropToast = (id: number): void => list.set(list.get().filter((toast) => toast.id !== id));

/** Takes back what was done last; false when there is nothing to take back. */
export function undoLast(): boolean {
  const toast = list.get().findLast(({ undo }) => undo);
  if (!toast) return false;
  dropToast(toast.id);
  toast.undo?.();
  return true;
}

export const useToasts = (): readonly Toast[] => useWatched(list);
