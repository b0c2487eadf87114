import { useEffect } from 'react';
import { say } from '../toast/toasts.ts';
import { useWatched, watched } from './watched.ts';

/** What a person typed and did not save, by its form. In memory alone, and gone at a sign-out. */
const typed = watched<ReadonlyMap<string, unknown>>(new Map());

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** While something is kept, the browser asks before a reload or the end of the tab, on every page. */
function keepTyped(next: ReadonlyMap<string, unknown>): void {
  typed.set(next);
  if (next.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

export const typedIn = <T>(form: string): T | null => (typed.get().get(form) as T | undefined) ?? null;

export function setTyped<T>(form: string, value: T | null): void {
  const { [form]: _before, ...others } = Object.fromEntries(typed.get());
  keepTyped(new Map(Object.entries(value === null ? others : { ...others, [form]: value })));
}

export const forgetTyped = (): void => keepTyped(new Map());

/** What is typed in a form that is saved by a press. It is there again when the person comes back. */
export function useTyped<T>(form: string, what: string): [T | null, (value: T | null) => void] {
  const value = (useWatched(typed).get(form) as T | undefined) ?? null;
  useEffect(
    () => () => {
      if (typedIn(form) !== null) say(`${what} is not saved. It is there when you come back.`);
    },
    [form, what],
  );
  return [value, (next) => setTyped(form, next)];
}

/** Asks before a reload or the end of the tab while `open`. */
export function useAskBeforeUnload(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    // A listener of its own: the one of another form may go earlier.
    const own = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', own);
    return () => removeEventListener('beforeunload', own);
  }, [open]);
}
