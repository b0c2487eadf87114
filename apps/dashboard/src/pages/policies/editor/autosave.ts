import { useEffect, useRef, useState } from 'react';
import { read, write } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { mayRepeat, Refused } from '../../../api/refused.ts';
import type { Place } from '../../../app/place.ts';
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
/** What did not reach the service is sent again after so long. */
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
  /** What could not be stored, and why. */
  failed: { definition: Definition; error: unknown } | null;
  running: Promise<void> | null;
}

/** The saves of a draft: one at a time, and each names the save that it has seen. */
function useSaves({ place, id, first, now }: Wanted) {
  const [draft, setDraft] = useState(first);
  const [saving, setSaving] = useState<Saving>({ state: 'saved' });
  const latest = useRef<Latest>({ draft, now, sent: first.definition, failed: null, running: null });
  latest.current.now = now;
  const stored = (next: PolicyDraft, sent: Definition) => {
    latest.current.sent = sent;
    latest.current.draft = next;
    setDraft(next);
    keep({ place, id }, next);
  };
  const save = async () => {
    const { now: definition, draft: seen } = latest.current;
    setSaving({ state: 'saving' });
    try {
      const body = { revision: seen.revision, definition };
      stored(await write<PolicyDraft>('PUT', `${policyPath(place, id)}/draft`, body), definition);
      setSaving({ state: same(latest.current.now, definition) ? 'saved' : 'waiting' });
    } catch (error) {
      latest.current.failed = { definition, error };
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
  return mayRepeat(failed.error) ? AGAIN_MS : null;
}

/** Stores the draft on the service whenever it rests. */
export function useAutosave(wanted: Wanted): Autosave {
  const { now, on } = wanted;
  const { draft, saving, setSaving, latest, run, theirs } = useSaves(wanted);
  const blocked = saving.state === 'conflict' || saving.state === 'saving';
  const runLatest = useRef(run);
  runLatest.current = run;
  useEffect(() => {
    if (latest.current.failed?.definition !== now) latest.current.failed = null;
    const ms = restOf(now, latest.current);
    if (!on || blocked || ms === null) return;
    if (!latest.current.failed) setSaving({ state: 'waiting' });
    const timer = setTimeout(() => void runLatest.current(), ms);
    return () => clearTimeout(timer);
  }, [now, on, blocked, latest, setSaving]);
  return {
    draft,
    saving,
    again: () => void run(),
    theirs,
    async keepMine() {
      const mine = latest.current.now;
      await theirs();
      latest.current.now = mine;
      await run();
    },
  };
}
