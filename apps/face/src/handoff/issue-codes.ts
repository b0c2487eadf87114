import type { ShortCodeAnswer } from '@standpoint/contract';
import type { Channel, ShownCode } from '../flow/state.ts';
import type { Api } from '../service/api.ts';
import { ApiError, pause } from '../service/call.ts';

const AFTER_LOSS_MS = 3_000;
/** A code is renewed at half of its life (`refresh_after_s`). */
const LIVES = 2;

/** The code to show. A link is not refreshed: the person may have sent it already. */
const shownCode = ({ url, refresh_after_s }: ShortCodeAnswer, channel: Channel): ShownCode => ({
  url,
  life_s: LIVES * refresh_after_s,
  refresh_s: channel === 'qr' ? refresh_after_s : null,
});

interface Issuing {
  channel: Channel;
  /** The page's language at the moment. */
  locale(): string;
  show(code: ShownCode): void;
}

/**
 * Shows a code, and replaces a QR code every `refresh_after_s`, until the screen changes or a phone has
 * taken it.
 */
export const issueCodes = async (
  api: Pick<Api, 'createCode' | 'refreshCode'>,
  { channel, locale, show }: Issuing,
  signal: AbortSignal,
): Promise<void> => {
  let known = false;
  while (!signal.aborted) {
    try {
      const body = { channel, locale: locale() };
      const code = await (known ? api.refreshCode(body, signal) : api.createCode(body, signal));
      signal.throwIfAborted();
      known = true;
      show(shownCode(code, channel));
      if (channel === 'link') return;
      await pause(code.refresh_after_s * 1_000, signal);
    } catch (error) {
      if (signal.aborted) return;
      const code = error instanceof ApiError ? error.code : 'internal';
      // A phone was faster than this renewal; the status reports the rest.
      if (code === 'handoff_claimed') return;
      if (code === 'handoff_not_found') known = false;
      else if (code !== 'connection_lost' && code !== 'unavailable') throw error;
      await pause(AFTER_LOSS_MS, signal).catch(() => {});
    }
  }
};
