const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(e|ium)\/|\bHeadlessChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * "Chrome on Windows": enough for a person to recognise their own device, and nothing that tells one from
 * another.
 */
export function deviceLabel(userAgent: string | undefined): string {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

const first = (text: string): string => [...text][0] ?? '';

/** `j•••@e•••.com`: whoever knows the person recognises it, nobody else learns it. */
export function customerHint(
  person: { email?: string; first_name?: string; last_name?: string } | null,
  customer_id: string,
): string {
  const [local, domain] = person?.email?.split('@') ?? [];
  if (local && domain) return `${first(local)}•••@${first(domain)}•••.${domain.split('.').at(-1)}`;
  return `${first(person?.first_name ?? person?.last_name ?? customer_id)}•••`;
}
