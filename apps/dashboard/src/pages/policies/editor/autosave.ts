import { useEffect, useRef, useState } from 'react';
import { read, write } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { Refused } from '../../../api/refused.ts';
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

export type Saving =
  | { state: 'saved' }
  | { state: 'waiting' }
  | { state: 'saving' }
  /** Not stored, and why: it is tried again with the next change, or when it is asked for. */
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
  /** Resolves once nothing waits to be saved. */
  settled(): Promise<void>;
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

/** The saves of a draft: one at a time, and each names the save that it has seen. */
function useSaves({ place, id, first, now }: Wanted) {
  const [draft, setDraft] = useState(first);
  const [saving, setSaving] = useState<Saving>({ state: 'saved' });
  const latest = useRef({ draft, now, sent: first.definition, running: null as Promise<void> | null });
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

/** Stores the draft on the service whenever it rests. */
export function useAutosave(wanted: Wanted): Autosave {
  const { now, on } = wanted;
  const { draft, saving, setSaving, latest, run, theirs } = useSaves(wanted);
  const blocked = saving.state === 'conflict' || saving.state === 'saving';
  const runLatest = useRef(run);
  runLatest.current = run;
  useEffect(() => {
    if (!on || blocked || same(now, latest.current.sent)) return;
    setSaving({ state: 'waiting' });
    const timer = setTimeout(() => void runLatest.current(), REST_MS);
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
    async settled() {
      while (!same(latest.current.now, latest.current.sent)) {
        await run();
        if (!same(latest.current.now, latest.current.sent)) return;
      }
    },
  };
}
