import type { AnswerOf, ReviewOutcome, reviewing } from '@standpoint/contract';
import { useEffect, useRef, useState } from 'react';
import { newIdempotencyKey, write } from '../../api/client.ts';
import { mayRepeat } from '../../api/refused.ts';
import { envPath, type Place } from '../../app/place.ts';
import { sayWrong } from '../../toast/toasts.ts';
import { deciding } from './claims/deciding.ts';
import { arrived } from './claims/in-order.ts';
import { pressed, tellHeld } from './held.ts';
import { dropRows, type Row, refresh } from './queries.ts';
import { DONE, nameOf } from './words.ts';

type Held = AnswerOf<typeof reviewing.decideReview>;

interface Wanted {
  place: Place;
  row: Row;
  /** Goes to the next case, and says whether there is one. */
  next(): boolean;
  back(review_ids: readonly string[]): void;
}

/** Keys of decisions whose answer was lost. */
const keys = new Map<string, string>();

/** The key under which a decision is sent: pressed again after a lost answer, it is decided once. */
function keyOf(decision: string): string {
  const key = keys.get(decision) ?? newIdempotencyKey();
  keys.set(decision, key);
  return key;
}

/** What the page wants by now; null once it is gone. */
function useLatest(wanted: Wanted) {
  const latest = useRef<Wanted | null>(wanted);
  useEffect(() => {
    latest.current = wanted;
    return () => {
      latest.current = null;
    };
  });
  return latest;
}

/** Decides one case. Refused, the case stays with what was written, and says who was first. */
export function useDecide(wanted: Wanted) {
  const { place, row } = wanted;
  const latest = useLatest(wanted);
  const [, again] = useState(0);
  const [refused, setRefused] = useState<{ of: string; error: Error } | null>(null);
  /** On a slow network, another case may be open by now: it stays open. */
  const here = () => latest.current?.row.review_id === row.review_id;
  const done = ({ hold_id, until }: Held, outcome: ReviewOutcome) => {
    const more = here() && latest.current?.next() ? ', next case opened' : '';
    const text = `${DONE[outcome]} ${nameOf(row)}${more}`;
    tellHeld(place, { hold_id, until, text, review_ids: [row.review_id] }, wanted.back);
    dropRows(place, [row.review_id]);
  };
  const decide = async (outcome: ReviewOutcome, reason: string, note: string) => {
    if (deciding.has(row.review_id)) return;
    deciding.add(row.review_id);
    setRefused(null);
    const body = { outcome, reason, ...(note.trim() && { note: note.trim() }) };
    const of = JSON.stringify([row.review_id, body]);
    const key = keyOf(of);
    try {
      const path = `${envPath(place)}/reviews/${row.review_id}/decide`;
      const held = await pressed(async () => {
        await arrived(row.review_id);
        return write<Held>('POST', path, body, key);
      });
      keys.delete(of);
      done(held, outcome);
    } catch (error) {
      if (!mayRepeat(error)) keys.delete(of);
      if (here()) setRefused({ of: row.review_id, error: error as Error });
      else sayWrong(new Error(`${nameOf(row)}: ${(error as Error).message}`));
    } finally {
      deciding.delete(row.review_id);
      refresh(place, row.review_id);
      again((n) => n + 1);
    }
  };
  return {
    decide,
    busy: deciding.has(row.review_id),
    error: refused?.of === row.review_id ? refused.error : null,
  };
}
