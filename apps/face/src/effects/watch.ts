import type { FaceDecision, SessionStatusAnswer } from '@standpoint/contract';
import { claimsOf } from '../page/address.ts';
import type { Api } from '../service/api.ts';
import { ApiError, pause } from '../service/call.ts';

interface Watcher {
  status(status: SessionStatusAnswer, decision: FaceDecision | null): void;
  network(offline: boolean): void;
  failed(code: string): void;
}

const ENDS = ['completed', 'expired', 'canceled', 'failed'];
const PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 10_000;

/** For display only: the page trusts the service's token unverified, and a backend checks its signature. */
const decisionOf = ({ result_token }: SessionStatusAnswer): FaceDecision | null => {
  const decision = result_token && claimsOf(result_token).decision;
  return decision === 'approved' || decision === 'declined' || decision === 'review' ? decision : null;
};

/** Follows the session by long polls until it ends, and waits while the network is interrupted. */
export const watchStatus = async (api: Api, watcher: Watcher, signal: AbortSignal): Promise<void> => {
  let since: number | null = null;
  let lost = 0;
  while (!signal.aborted) {
    const asked = performance.now();
    try {
      const status: SessionStatusAnswer = await api.status(since, signal);
      if (lost > 0) watcher.network(false);
      lost = 0;
      const news = status.version !== since;
      since = status.version;
      if (news) watcher.status(status, decisionOf(status));
      if (ENDS.includes(status.status)) return;
      // Another tab of the same session ends our poll with its own. Without a pause the two tabs would keep
      // ending each other's polls.
      if (!news && performance.now() - asked < 1_000) await pause(status.poll_after_ms, signal);
    } catch (error) {
      if (signal.aborted) return;
      const code = error instanceof ApiError ? error.code : 'internal';
      if (!['connection_lost', 'unavailable', 'internal', 'slow_down', 'rate_limited'].includes(code)) {
        return watcher.failed(code);
      }
      lost++;
      watcher.network(true);
      await pause(Math.min(PAUSE_MS * lost, MAX_PAUSE_MS), signal).catch(() => {});
    }
  }
};
