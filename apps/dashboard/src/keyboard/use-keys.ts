import { useEffect, useRef } from 'react';
import { useWatched, watched } from '../api/watched.ts';
import type { Binding } from './match.ts';

interface KeyGroup {
  title: string;
  bindings: readonly Binding[];
}

/** The group of the keys that no page has to itself. */
export const EVERYWHERE = 'Everywhere';

const groups = watched<readonly { id: symbol; read(): KeyGroup }[]>([]);

/** Keys for as long as this component is there. Those of a component that came later count first. */
export function useKeys(title: string, bindings: readonly Binding[]): void {
  const latest = useRef<KeyGroup>({ title, bindings });
  latest.current = { title, bindings };
  useEffect(() => {
    const group = { id: Symbol(title), read: () => latest.current };
    groups.set([...groups.get(), group]);
    return () => groups.set(groups.get().filter(({ id }) => id !== group.id));
  }, [title]);
}

export const keyGroups = (): readonly KeyGroup[] => groups.get().map(({ read }) => read());
export const useKeyGroups = (): readonly KeyGroup[] => useWatched(groups).map(({ read }) => read());
