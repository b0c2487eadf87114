import type { Definition } from '../queries.ts';

/** A definition with what it was before, and what was taken back. */
export interface History {
  past: readonly Definition[];
  now: Definition;
  future: readonly Definition[];
  /** What the last change was about, and when: changes of one thing in a row are one step. */
  about: string;
  at: number;
}

const STEPS_MOST = 200;
const ONE_STEP_MS = 1_000;

export const begun = (now: Definition): History => ({ past: [], now, future: [], about: '', at: 0 });

export function changed(history: History, next: Definition, about: string, at: number): History {
  if (JSON.stringify(next) === JSON.stringify(history.now)) return history;
  const together = about !== '' && about === history.about && at - history.at < ONE_STEP_MS;
  const past = together ? history.past : [...history.past, history.now].slice(-STEPS_MOST);
  return { past, now: next, future: [], about, at };
}

export function undone(history: History): History {
  const now = history.past.at(-1);
  if (!now) return history;
  return { past: history.past.slice(0, -1), now, future: [history.now, ...history.future], about: '', at: 0 };
}

export function redone(history: History): History {
  const [now, ...future] = history.future;
  if (!now) return history;
  return { past: [...history.past, history.now], now, future, about: '', at: 0 };
}
