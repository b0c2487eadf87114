import type { Evidence } from '@standpoint/contract';
import { browserFacts } from '../../src/geolocation/spot/browser-facts.ts';

type Members = Record<string, unknown>;

/**
 * The evidence with everything else that the SDK of its platform always sends, so that a test names only what
 * it is about. What the evidence holds stays; a member that is there with the value `undefined` stays out.
 */
export function whole(evidence: Evidence): Evidence {
  const { platform, positions } = evidence;
  const epoch_ms = evidence.clock?.epoch_ms ?? Date.parse(evidence.collected_at);
  const monotonic_ms = evidence.clock?.monotonic_ms ?? 9_000;
  const browser = browserFacts(positions.length, epoch_ms, monotonic_ms);
  const facts: Partial<Evidence> = platform === 'web' ? browser : nativeFacts(platform);
  const clock = { epoch_ms, monotonic_ms, time_zone: 'UTC', utc_offset_min: 0, locale: 'en-US' };
  const base: Partial<Evidence> = {
    ...facts,
    permission: { state: positions.length > 0 ? 'granted' : 'denied', precise: true },
    clock: { ...clock, languages: ['en-US'] },
    ...(positions.length === 0 && { position_error: 'position_unavailable' as const }),
  };
  const source = platform === 'web' ? 'browser' : platform === 'ios' ? 'core_location' : 'fused';
  const merged = under(base as Members, evidence as Members) as Evidence;
  const readings = merged.signals?.readings?.map((each, i) => ({
    ...browser.signals.readings?.[i],
    ...each,
  }));
  return {
    ...merged,
    ...(readings && { signals: { ...merged.signals, readings } }),
    positions: positions.map((position) => ({ source, ...position })),
  };
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members that an object has of its own win, at every depth. A list is replaced as a whole. */
function under(base: Members, own: Members): Members {
  const merged: Members = { ...base, ...own };
  for (const [name, value] of Object.entries(own))
    if (isObject(value) && isObject(base[name])) merged[name] = under(base[name], value);
  return merged;
}

/**
 * The interface names no member of an app's `device` and `signals`, so a flag stays unknown unless a test sets
 * it.
 */
const nativeFacts = (platform: 'ios' | 'android'): Partial<Evidence> => ({
  purpose: 'verify',
  sdk: { name: `@standpoint/${platform}`, version: '0.5.0' },
  device: { model: platform === 'ios' ? 'iPhone17,1' : 'Pixel 9', os_version: '18' },
  signals: { app_version: '3.2.1' },
  integrity: { kind: 'none' },
});

/** The evidence without the member at a path of `ALWAYS_SENT`; `[]` leaves it out of each member of a list. */
export function without(evidence: Evidence, path: string): Evidence {
  const copy = structuredClone(evidence) as unknown as Members;
  const steps = path.split('.');
  const last = steps.pop()!;
  let at: Members[] = [copy];
  for (const step of steps) {
    const name = step.replace('[]', '');
    const found = at.flatMap((each) => (each[name] === undefined ? [] : [each[name]]));
    at = (step.endsWith('[]') ? found.flat() : found) as Members[];
  }
  for (const each of at) {
    if (Array.isArray(each)) each.splice(each.indexOf(last), 1);
    else if (last === '*') for (const name of Object.keys(each)) delete each[name];
    else delete each[last];
  }
  return copy as unknown as Evidence;
}
