import type { Call } from '../deps.ts';
import { refuse } from '../refuse.ts';

/**
 * Programs that open links nobody has tapped: previews in messengers and mail, scanners. Most send no
 * Sec-Fetch header.
 */
const PREVIEW =
  /(?<!cu)bot\b|crawler|spider|bingpreview|url ?preview|uripreview|facebookexternalhit|^whatsapp\/|slack-imgproxy|embedly|iframely|microsoft office|ms-office|safelinks|proofpoint|mimecast|barracuda|google-safety|googleimageproxy|vkshare|kakaotalk-scrap|line-poker|urlscan|virustotal/i;

/**
 * Refuses with 428 `client_required`, without looking at the code, what was not sent by the face app:
 * prefetch, navigation, embedding, link previews. The answer is the same for every code, so that it tells
 * nothing about any.
 */
export function requireClient(call: Pick<Call, 'header'>): void {
  for (const name of ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'])
    if (/prefetch|prerender|preview/i.test(call.header(name) ?? '')) refuse('client_required', name);
  const mode = call.header('sec-fetch-mode');
  if (mode !== undefined && mode !== 'cors' && mode !== 'same-origin')
    refuse('client_required', `mode ${mode}`);
  const dest = call.header('sec-fetch-dest');
  if (dest !== undefined && dest !== 'empty') refuse('client_required', `dest ${dest}`);
  // A script's fetch in a real browser says so: the browser inside a messenger may carry the messenger's
  // name.
  if (dest === undefined && PREVIEW.test(call.header('user-agent') ?? ''))
    refuse('client_required', 'a link preview');
}
