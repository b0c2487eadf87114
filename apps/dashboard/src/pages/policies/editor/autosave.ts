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

/** Stores the draft on the service whenever it rests. One save at a time; each names the save that it has seen. */
export function useAutosave(
  place: Place,
  id: string,
  first: PolicyDraft,
  now: Definition,
  on: boolean,
): Autosave {
  const [draft, setDraft] = useState(first);
  const [saving, setSaving] = useState<Saving>({ state: 'saved' });
  const latest = useRef({ draft, now, sent: first.definition, running: null as Promise<void> | null });
  latest.current.now = now;
  const stored = (next: PolicyDraft) => {
    latest.current.draft = next;
    setDraft(next);
    queryClient.setQueryData<ReadPolicy>(
      policyQuery(place, id).queryKey,
      (known) => known && { ...known, draft: next },
    );
    void queryClient.invalidateQueries({ queryKey: policiesQuery(place).queryKey, exact: true });
  };
  const save = async () => {
    const { now: definition } = latest.current;
    setSaving({ state: 'saving' });
    try {
      const { revision } = latest.current.draft;
      const next = await write<PolicyDraft>('PUT', `${policyPath(place, id)}/draft`, {
        revision,
        definition,
      });
      latest.current.sent = definition;
      stored(next);
      setSaving({ state: same(latest.current.now, definition) ? 'saved' : 'waiting' });
    } catch (error) {
      const conflict = error instanceof Refused && error.code === 'draft_changed';
      setSaving(conflict ? { state: 'conflict', error } : { state: 'failed', error: error as Error });
    }
  };
  const run = () => {
    latest.current.running ??= save().finally(() => {
      latest.current.running = null;
    });
    return latest.current.running;
  };
  const blocked = saving.state === 'conflict' || saving.state === 'saving';
  const runLatest = useRef(run);
  runLatest.current = run;
  useEffect(() => {
    if (!on || blocked || same(now, latest.current.sent)) return;
    setSaving({ state: 'waiting' });
    const timer = setTimeout(() => void runLatest.current(), REST_MS);
    return () => clearTimeout(timer);
  }, [now, on, blocked]);
  const theirs = async () => {
    const { draft: other } = await read<ReadPolicy>(policyPath(place, id));
    latest.current.sent = other.definition;
    stored(other);
    setSaving({ state: 'saved' });
    return other;
  };
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
