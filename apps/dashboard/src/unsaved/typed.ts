import { useEffect } from 'react';
import { useWatched, watched } from '../api/watched.ts';
import { say } from '../toast/toasts.ts';

interface Kept {
  value: unknown;
  /** What was stored when the person began to type. */
  over: string;
}

/** What a person typed and did not save, by its form. In memory alone, and gone at a sign-out. */
const typed = watched<ReadonlyMap<string, Kept>>(new Map());

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** While something is kept, the browser asks before a reload or the end of the tab, on every page. */
function keepTyped(next: ReadonlyMap<string, Kept>): void {
  typed.set(next);
  if (next.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

export const typedIn = <T>(form: string): T | null => (typed.get().get(form)?.value as T | undefined) ?? null;

/** Whether something else is stored than what the person began to change: saving would take that back. */
export const isOutdated = (form: string, stored: string): boolean => {
  const kept = typed.get().get(form);
  return kept !== undefined && kept.over !== stored;
};

export function setTyped<T>(form: string, value: T | null, stored: string): void {
  const next = new Map(typed.get());
  if (value === null) next.delete(form);
  else next.set(form, { value, over: next.get(form)?.over ?? stored });
  keepTyped(next);
}

export const forgetTyped = (): void => keepTyped(new Map());

interface TypedForm {
  /** A name of its own among all forms. */
  form: string;
  /** What is typed there, for a sentence. */
  what: string;
  /** What is stored now, as text. */
  stored: string;
}

/** What is typed in a form that is saved by a press. It is there again when the person comes back. */
export function useTyped<T>({ form, what, stored }: TypedForm) {
  useWatched(typed);
  useEffect(
    () => () => {
      if (typedIn(form) !== null) say(`${what} is not saved. It is there when you come back.`);
    },
    [form, what],
  );
  return {
    typed: typedIn<T>(form),
    setTyped: (next: T | null) => setTyped(form, next, stored),
    outdated: isOutdated(form, stored),
  };
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
