import { useEffect, useRef } from 'react';
import { write } from '../../../api/client.ts';
import { useMe } from '../../../api/me.ts';
import { queryClient } from '../../../api/query-client.ts';
import { envPath, type Place } from '../../../app/place.ts';
import { sayWrong } from '../../../toast/toasts.ts';
import { draftOf } from '../drafts.ts';
import { type Case, caseKey, type Row, refresh, showRow } from '../queries.ts';
import { deciding } from './deciding.ts';
import { inOrder } from './in-order.ts';
import { claimedByOpening, keepOpen } from './open-cases.ts';

const CLAIM_MS = 600_000;
/** Whatever the holder does renews the claim, at most this often. */
const RENEW_MS = 60_000;

const claimPath = (place: Place, review_id: string, what: 'claim' | 'release') =>
  `${envPath(place)}/reviews/${review_id}/${what}`;

/** Claims and gives back. What the page shows changes at once, and again when the service says otherwise. */
export function useClaims(place: Place) {
  const { user_id, name } = useMe();
  const claim = async (row: Row, take_over = false): Promise<void> => {
    const until = new Date(Date.now() + CLAIM_MS).toISOString();
    if (!row.claim || row.claim.mine || take_over)
      showRow(place, { ...row, claim: { by: { user_id, name }, until, mine: true } });
    try {
      const body = take_over ? { take_over } : {};
      const path = claimPath(place, row.review_id, 'claim');
      const claimed = await inOrder(row.review_id, () => write<Row>('POST', path, body));
      if (claimed) showRow(place, claimed);
    } catch (error) {
      refresh(place, row.review_id);
      if (take_over) sayWrong(error);
    }
  };
  const release = async (row: Row): Promise<void> => {
    showRow(place, { ...row, claim: null });
    const path = claimPath(place, row.review_id, 'release');
    const released = await inOrder(row.review_id, () => write<Row>('POST', path, {})).catch(() => undefined);
    if (released !== null) refresh(place, row.review_id);
  };
  return { claim, release };
}

const waitsFor = ({ outcome, held, state }: Row): boolean =>
  outcome === null && held === null && state !== 'closed';

/** Of the open case: it is claimed when it opens, renewed by what its holder does, and given back when it is left. */
export function useOpenClaim(place: Place, row: Row | undefined, may: boolean): void {
  const { claim, release } = useClaims(place);
  const now = useRef({ row, claim, release });
  now.current = { row, claim, release };
  const id = row?.review_id;
  const waits = row !== undefined && waitsFor(row);
  useEffect(() => {
    if (!may || !id || !waits) return;
    const opened = now.current.row!;
    let last = Date.now();
    if (!opened.claim) claimedByOpening.note(id);
    if (!opened.claim || opened.claim.mine) void now.current.claim(opened);
    const renew = () => {
      const { row } = now.current;
      if (Date.now() - last < RENEW_MS || !row?.claim?.mine || deciding.has(id)) return;
      last = Date.now();
      void now.current.claim(row);
    };
    // The key that gives the claim back does not renew it.
    const later = () => setTimeout(renew, 50);
    document.addEventListener('keydown', later);
    document.addEventListener('pointerdown', later);
    return () => {
      document.removeEventListener('keydown', later);
      document.removeEventListener('pointerdown', later);
    };
  }, [id, may, waits]);
  // A connection that was lost leaves nothing: the case is open still.
  const { org, env } = place;
  useEffect(() => {
    if (id) return openUntilLeft({ org, env }, id, (left) => now.current.release(left));
  }, [id, org, env]);
}

/** Gives back what was claimed by opening it, once no tab has it open. */
function openUntilLeft(place: Place, id: string, release: (row: Row) => Promise<void>): () => void {
  const { leave, pagehide } = keepOpen(id);
  window.addEventListener('pagehide', pagehide);
  return () => {
    window.removeEventListener('pagehide', pagehide);
    void leave().then((open) => {
      const row = queryClient.getQueryData<Case>(caseKey(place, id))?.review;
      if (open || !row || !claimedByOpening.has(id)) return;
      claimedByOpening.forget(id);
      const { note, reason } = draftOf(id);
      // A case that was only looked at is free again; one with a note stays with its author.
      if (waitsFor(row) && row.claim?.mine && !note && !reason) void release(row);
    });
  };
}
