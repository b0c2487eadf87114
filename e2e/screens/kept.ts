/**
 * The pictures kept in `docs/screens/` for the documents, at most twenty: phone, desktop, dark, and right
 * to left.
 */
export const KEPT: readonly string[] = [
  'consent-phone-light.png',
  'consent-phone-dark.png',
  'consent-phone-light-rtl.png',
  'primer-phone-light.png',
  'ready-phone-light.png',
  'capture-phone-light.png',
  'capture-phone-dark.png',
  'processing-phone-light.png',
  'result-approved-phone-light.png',
  'result-declined-phone-light.png',
  'consent-desktop-light.png',
  'capture-desktop-dark.png',
  'handoff-qr-desktop-light.png',
  'handoff-qr-desktop-light-rtl.png',
  'handoff-number-desktop-light.png',
  'phone-confirm-phone-light.png',
  'phone-pairing-phone-dark.png',
  'result-approved-desktop-light.png',
  'problem-camera_permission_denied-phone-light.png',
  'problem-camera_permission_denied-phone-dark-rtl.png',
];
