import type { AnswerOf, reviewing } from '@standpoint/contract';
import { useEffect } from 'react';
import { write } from '../../api/client.ts';
import { envPath, type Place } from '../../app/place.ts';
import { say, sayWrong } from '../../toast/toasts.ts';
import { dropDraft } from './drafts.ts';
import { type Row, refresh } from './queries.ts';
import { DONE, nameOf } from './words.ts';

type Undone = AnswerOf<typeof reviewing.undoReviews>;

/** Presses whose message is on the page, so that no reload and no refetch shows one twice. */
const told = new Set<string>();
/** Presses whose answer has not come: the lists may know of them before the page does. */
let pressing = 0;
const isPressing = (): boolean => pressing > 0;

/** Runs a press. */
export async function pressed<T>(press: () => Promise<T>): Promise<T> {
  pressing += 1;
  try {
    return await press();
  } finally {
    pressing -= 1;
  }
}

interface Press {
  hold_id: string;
  until: string;
  text: string;
  review_ids: readonly string[];
}

/** Says what was decided, with the way back for as long as the service holds it. */
export function tellHeld(place: Place, press: Press, back: (review_ids: readonly string[]) => void): void {
  if (told.has(press.hold_id)) return;
  told.add(press.hold_id);
  const undo = async () => {
    try {
      const { undone } = await write<Undone>('POST', `${envPath(place)}/reviews/undo`, {
        hold_id: press.hold_id,
      });
      // What was written is worked on again.
      clearTimeout(final);
      back(undone);
      refresh(place, undone[0]);
    } catch (error) {
      sayWrong(error);
    }
  };
  say(press.text, () => void undo(), Date.parse(press.until));
  // Then it is final: what was written is in the record, and the lists say so.
  const final = setTimeout(
    () => {
      for (const id of press.review_ids) dropDraft(id);
      refresh(place);
    },
    Math.max(0, Date.parse(press.until) - Date.now()) + 2_000,
  );
}

/** After a reload, what can still be taken back is said again: the service holds it, not the page. */
export function useHeldAgain(
  place: Place,
  held: readonly Row[],
  back: (ids: readonly string[]) => void,
): void {
  useEffect(() => {
    if (isPressing()) return;
    for (const [hold_id, rows] of Map.groupBy(held, (row) => row.held!.hold_id)) {
      const { until, outcome } = rows[0]!.held!;
      if (Date.parse(until) < Date.now()) continue;
      const whom = rows.length === 1 ? nameOf(rows[0]!) : `${rows.length} cases`;
      const review_ids = rows.map(({ review_id }) => review_id);
      tellHeld(place, { hold_id, until, text: `${DONE[outcome]} ${whom}`, review_ids }, back);
    }
  });
}
