/**
 * The pictures kept in `docs/screens/` for the documents, at most twenty: phone, desktop, dark, and right
 * to left.
 */
export const KEPT: readonly string[] = [
  'dashboard-home-desktop-light.png',
  'dashboard-home-desktop-dark.png',
  'dashboard-review-case-desktop-light.png',
  'dashboard-review-phone-light.png',
  'dashboard-verifications-one-desktop-light.png',
  'dashboard-verifications-one-desktop-dark.png',
  'dashboard-policies-one-desktop-light.png',
  'dashboard-policies-one-desktop-light-rtl.png',
  'consent-phone-light.png',
  'consent-phone-light-rtl.png',
  'ready-phone-light.png',
  'capture-phone-light.png',
  'result-approved-phone-light.png',
  'result-declined-phone-light.png',
  'capture-desktop-dark.png',
  'handoff-qr-desktop-light.png',
  'handoff-number-desktop-light.png',
  'phone-pairing-phone-dark.png',
  'result-approved-desktop-light.png',
  'problem-camera_permission_denied-phone-light.png',
];
