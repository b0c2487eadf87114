import type { ShortCodeAnswer } from '@standpoint/contract';
import { type Api, ApiError, pause } from './api.ts';
import type { Channel } from './flow-state.ts';

const AFTER_LOSS_MS = 3_000;

/** Shows a code and renews it every `refresh_after_s` until the screen goes or a phone has taken it. */
export const issueCodes = async (
  api: Api,
  channel: Channel,
  show: (code: ShortCodeAnswer) => void,
  signal: AbortSignal,
): Promise<void> => {
  let known = false;
  while (!signal.aborted) {
    try {
      const code = await (known ? api.refreshCode(channel, signal) : api.createCode(channel, signal));
      signal.throwIfAborted();
      known = true;
      show(code);
      await pause(code.refresh_after_s * 1_000, signal);
    } catch (error) {
      if (signal.aborted) return;
      const code = error instanceof ApiError ? error.code : 'internal';
      // A phone was faster than this renewal; the status tells the rest.
      if (code === 'handoff_claimed') return;
      if (code === 'handoff_not_found') known = false;
      else if (code !== 'connection_lost' && code !== 'unavailable') throw error;
      await pause(AFTER_LOSS_MS, signal).catch(() => {});
    }
  }
};
