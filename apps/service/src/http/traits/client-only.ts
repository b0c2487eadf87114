import type { Call } from '../../deps.ts';
import { refuse } from '../../refuse.ts';

/**
 * Programs that open a link although no person tapped it: previews in messengers and mail, scanners. Most
 * send no Sec-Fetch header.
 */
const PREVIEW =
  /(?<!cu)bot\b|crawler|spider|bingpreview|url ?preview|uripreview|facebookexternalhit|^whatsapp\/|slack-imgproxy|embedly|iframely|microsoft office|ms-office|safelinks|proofpoint|mimecast|barracuda|google-safety|googleimageproxy|vkshare|kakaotalk-scrap|line-poker|urlscan|virustotal/i;

/**
 * Refuses with 428 `client_required` a call that no page's script made: prefetch, navigation, embedding, link
 * previews. The call's query is not looked at, so the answer tells nothing about a short code in it.
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
