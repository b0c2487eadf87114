/**
 * Tabs of one browser tell each other which case they have open: a claim is the person's and not the
 * tab's, so the last tab that leaves a case gives it back, and not the first. Web Locks would need https.
 */

/** Tabs answer within a few milliseconds; a hidden one may take longer. */
const ANSWER_MS = 200;
const keyOf = (review_id: string): string => `standpoint.claimed.${review_id}`;

/** Cases that this tab has open. */
const here = new Set<string>();

/** That a case was claimed by being opened, and not by a press. It outlives a reload, as the claim does. */
export const claimedByOpening = {
  has: (review_id: string): boolean => inTab((kept) => kept.getItem(keyOf(review_id)) !== null) ?? false,
  note: (review_id: string) => inTab((kept) => kept.setItem(keyOf(review_id), '')),
  forget: (review_id: string) => inTab((kept) => kept.removeItem(keyOf(review_id))),
};

function inTab<T>(use: (kept: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    // Without storage, a claim lasts its ten minutes after a reload.
    return undefined;
  }
}

type Said = 'left' | 'left claimed' | 'open';

/** A case is open in this tab until `leave` is called, which tells whether it is still open in any tab. */
export function keepOpen(review_id: string): { leave(): Promise<boolean>; pagehide(): void } {
  const tabs = new BroadcastChannel(`standpoint.case.${review_id}`);
  const tell = (said: Said) => tabs.postMessage(said);
  const tellLeft = () => tell(claimedByOpening.has(review_id) ? 'left claimed' : 'left');
  here.add(review_id);
  tabs.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data === 'open') return;
    // The duty to give the claim back goes over to who stays.
    if (data === 'left claimed') claimedByOpening.note(review_id);
    tell('open');
  };
  return {
    pagehide: tellLeft,
    leave: async () => {
      here.delete(review_id);
      const elsewhere = new Promise<boolean>((resolve) => {
        tabs.onmessage = ({ data }: MessageEvent<Said>) => data === 'open' && resolve(true);
        setTimeout(resolve, ANSWER_MS, false);
      });
      tellLeft();
      const open = (await elsewhere) || here.has(review_id);
      tabs.close();
      return open;
    },
  };
}
