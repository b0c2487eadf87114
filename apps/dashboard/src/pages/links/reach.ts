const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\]|.*\.localhost)$/;

/** Why a phone could not open an address, and what to do about it; null when nothing is known against it. */
export function reachWords(address: string): string | null {
  const url = new URL(address);
  if (LOOPBACK.test(url.hostname))
    return (
      `A phone cannot open this link: ${url.host} is this very computer. Open it here, or give the ` +
      'service an address that phones reach: https, in STANDPOINT_BASE_URL and STANDPOINT_FACE_BASE_URL.'
    );
  if (url.protocol === 'http:')
    return (
      'Phones open no camera on http. Give the service an https address: STANDPOINT_BASE_URL and ' +
      'STANDPOINT_FACE_BASE_URL.'
    );
  return null;
}
