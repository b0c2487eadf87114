import { type RefObject, useEffect, useRef, useState } from 'react';
import { newIdempotencyKey, read, write } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { againAfterMs, maySucceedLater, Refused } from '../../../api/refused.ts';
import type { Place } from '../../../app/place.ts';
import { useAskBeforeUnload } from '../../../unsaved/typed.ts';
import {
  type Definition,
  type PolicyDraft,
  policiesQuery,
  policyPath,
  policyQuery,
  type ReadPolicy,
} from '../queries.ts';

/** Changes rest this long before they are saved. */
export const REST_MS = 600;
/** What the service may take later, such as what did not reach it, is sent again after so long. */
const AGAIN_MS = 5_000;

export type Saving =
  | { state: 'saved' }
  | { state: 'waiting' }
  | { state: 'saving' }
  /** Not stored, and why. What was refused waits for a change, or for the person to ask; the rest is sent again. */
  | { state: 'failed'; error: Error }
  /** Someone else was first. */
  | { state: 'conflict'; error: Refused };

interface Autosave {
  /** As the service last stored it. */
  draft: PolicyDraft;
  saving: Saving;
  again(): void;
  /** Ends a conflict: stores ours over theirs. */
  keepMine(): Promise<void>;
  /** Ends a conflict: their draft. */
  theirs(): Promise<PolicyDraft>;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

interface Wanted {
  place: Place;
  id: string;
  /** The draft that the page began with. */
  first: PolicyDraft;
  now: Definition;
  on: boolean;
}

/** Puts a draft that the service has stored where other pages read it. */
function keep({ place, id }: Pick<Wanted, 'place' | 'id'>, draft: PolicyDraft): void {
  queryClient.setQueryData<ReadPolicy>(
    policyQuery(place, id).queryKey,
    (known) => known && { ...known, draft },
  );
  void queryClient.invalidateQueries({ queryKey: policiesQuery(place).queryKey, exact: true });
}

const troubleOf = (error: unknown): Saving =>
  error instanceof Refused && error.code === 'draft_changed'
    ? { state: 'conflict', error }
    : { state: 'failed', error: error as Error };

interface Latest {
  draft: PolicyDraft;
  now: Definition;
  /** What the service has stored. */
  sent: Definition;
  failed: Failed | null;
  running: Promise<void> | null;
}

/** A save that failed. */
interface Failed {
  definition: Definition;
  error: unknown;
  /** The save may have arrived although its answer did not: the same one is sent again under the same key. */
  key: string;
}

/** The saves of a draft: one at a time, and each names the save that it has seen. */
function useSaves({ place, id, first, now }: Wanted) {
  const [draft, setDraft] = useState(first);
  const [saving, setSaving] = useState<Saving>({ state: 'saved' });
  const latest = useRef<Latest>({ draft, now, sent: first.definition, failed: null, running: null });
  latest.current.now = now;
  const stored = (next: PolicyDraft, sent: Definition) => {
    Object.assign(latest.current, { sent, draft: next, failed: null });
    setDraft(next);
    keep({ place, id }, next);
  };
  const save = async () => {
    const { now: definition, draft: seen, failed } = latest.current;
    const key = failed?.definition === definition ? failed.key : newIdempotencyKey();
    try {
      const body = { revision: seen.revision, definition };
      stored(await write<PolicyDraft>('PUT', `${policyPath(place, id)}/draft`, body, key), definition);
      setSaving({ state: same(latest.current.now, definition) ? 'saved' : 'waiting' });
    } catch (error) {
      latest.current.failed = { definition, error, key };
      setSaving(troubleOf(error));
    }
  };
  const run = () => {
    latest.current.running ??= save().finally(() => {
      latest.current.running = null;
    });
    return latest.current.running;
  };
  const theirs = async () => {
    const { draft: other } = await read<ReadPolicy>(policyPath(place, id));
    stored(other, other.definition);
    setSaving({ state: 'saved' });
    return other;
  };
  return { draft, saving, setSaving, latest, run, theirs };
}

/** How long this draft rests before it is saved; null: it is stored, or would be refused again. Pure. */
export function restOf(now: Definition, { sent, failed }: Pick<Latest, 'sent' | 'failed'>): number | null {
  if (same(now, sent)) return null;
  if (failed?.definition !== now) return REST_MS;
  return maySucceedLater(failed.error) ? againAfterMs(failed.error, AGAIN_MS) : null;
}

interface Leaving {
  on: boolean;
  /** Whether something is not stored yet. */
  open: boolean;
  latest: RefObject<Latest>;
  run: RefObject<() => Promise<void>>;
}

/** Stores what is not stored yet when the page is left. Before a reload, the browser asks the person. */
function useLeaving({ on, open, latest, run }: Leaving): void {
  const may = useRef(on);
  may.current = on;
  useEffect(
    () => () => {
      const unsaved = () => may.current && restOf(latest.current.now, latest.current) !== null;
      void Promise.resolve(latest.current.running).then(() => {
        if (unsaved()) void run.current();
      });
    },
    [latest, run],
  );
  useAskBeforeUnload(on && open);
}

/** Stores the draft on the service whenever it rests. */
export function useAutosave(wanted: Wanted): Autosave {
  const { now, on } = wanted;
  const { draft, saving, setSaving, latest, run, theirs } = useSaves(wanted);
  const runLatest = useRef(run);
  runLatest.current = run;
  useEffect(() => {
    const { current } = latest;
    if (!on || saving.state === 'conflict' || saving.state === 'saving') return;
    if (current.failed?.definition !== now) current.failed = null;
    const ms = restOf(now, current);
    // What is seen is what is stored: nothing was changed, or the change was undone.
    const shown = same(now, current.sent) ? 'saved' : current.failed ? 'failed' : 'waiting';
    if (shown !== 'failed' && saving.state !== shown) setSaving({ state: shown });
    if (ms === null) return;
    const timer = setTimeout(() => {
      // A save that failed and is sent again leaves its note in place until it is known how it ends.
      if (!current.failed) setSaving({ state: 'saving' });
      void runLatest.current();
    }, ms);
    return () => clearTimeout(timer);
  }, [now, on, saving, latest, setSaving]);
  useLeaving({ on, open: saving.state !== 'saved', latest, run: runLatest });
  const runNow = () => {
    setSaving({ state: 'saving' });
    return run();
  };
  return {
    draft,
    saving,
    again: () => void runNow(),
    theirs,
    async keepMine() {
      const mine = latest.current.now;
      await theirs();
      latest.current.now = mine;
      await runNow();
    },
  };
}
