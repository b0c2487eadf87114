import { type Sign, sign, signIf } from './signs.ts';

/** Tracks that a page itself makes, in any browser, without a camera. */
const MADE_BY_A_PAGE = [
  'CanvasCaptureMediaStreamTrack',
  'MediaStreamTrackGenerator',
  'VideoTrackGenerator',
  'MediaStreamVideoTrackGenerator',
];
const VIRTUAL = /\b(obs|manycam|xsplit|snap camera|virtual|vcam|droidcam|iriun|epoccam|mmhmm|loopback)\b/i;

/**
 * Signs in the client's statements about its camera track. An attacker who controls the page can forge them,
 * so they raise suspicion and never clear it. A missing fact is unknown, because browser engines differ.
 */
export function trackSigns(track: Record<string, unknown> | null | undefined): Sign[] {
  if (!track) return [sign('note', 'track_unknown')];
  const { constructor: made, label } = track;
  const overrides = Array.isArray(track.overrides) ? track.overrides.map(String) : [];
  const chromium = track.engine === 'chromium';
  const missing = [
    ...(track.enumerated === false ? ['track_not_enumerated'] : []),
    ...(track.group_id === false ? ['track_without_group'] : []),
    ...(track.capture_time === false ? ['track_without_capture_time'] : []),
  ];
  return [
    ...signIf(
      typeof made === 'string' && Object.hasOwn(track, 'constructor') && MADE_BY_A_PAGE.includes(made),
      'fail',
      'track_made_by_a_page',
    ),
    ...signIf(track.native_get_user_media === false, 'suspected', 'get_user_media_replaced'),
    ...signIf(overrides.length > 0, 'suspected', 'track_overridden'),
    ...signIf(typeof label === 'string' && VIRTUAL.test(label), 'suspected', 'virtual_camera'),
    // Measured in Chromium alone, where a camera has all three. A single one may be missing for other
    // reasons.
    ...missing.map((code) => sign('note', code)),
    ...signIf(track.jitter_ms === 0 && Number(track.intervals) > 30, 'note', 'pictures_without_jitter'),
    ...signIf(chromium && missing.length >= 2, 'suspected', 'track_unlike_a_camera'),
  ];
}
