const last = new Map<string, Promise<unknown>>();

/**
 * Claims and releases of one case reach the service in the order of the presses: a release that overtook the claim
 * after it would leave a case free that the person believes to hold. Null when a later press has the last word.
 */
export async function inOrder<T>(review_id: string, send: () => Promise<T>): Promise<T | null> {
  const before = last.get(review_id);
  const mine = before ? before.then(send, send) : send();
  last.set(review_id, mine);
  const isLast = () => last.get(review_id) === mine;
  try {
    const answer = await mine;
    return isLast() ? answer : null;
  } finally {
    if (isLast()) last.delete(review_id);
  }
}

/** A request that hangs is given up after half a minute only, and a decision must not wait that long. */
const PATIENCE_MS = 3_000;

/**
 * When no claim or release of the case is on its way, or it takes too long: a decision that overtakes a claim lets it find
 * a closed case, which does no harm but looks like a fault.
 */
export async function arrived(review_id: string): Promise<void> {
  const pending = last.get(review_id);
  if (!pending) return;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([pending.catch(() => {}), late]);
}
