import { useSyncExternalStore } from 'react';

/** One value that is not of the server and that any place may watch. */
export interface Watched<T> {
  get(): T;
  set(value: T): void;
  watch(listener: () => void): () => void;
}

export function watched<T>(first: T): Watched<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useWatched = <T>(source: Watched<T>): T => useSyncExternalStore(source.watch, source.get);
