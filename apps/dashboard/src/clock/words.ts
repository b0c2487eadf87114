const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Making a format costs more than using it, and a list uses few. */
function format(zone: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${name}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  formats.set(key, known);
  return known;
}

/** "22 Nov 2026, 09:12:04 GMT−5": what stands behind every short time. */
export const fullTime = (at: Date, zone: string): string =>
  format(zone, 'full', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })
    .format(at)
    .replaceAll('-', '−');

/** "22 Nov, 09:12", with the year when it is another one than now. */
export function shortTime(at: Date, now: Date, zone: string): string {
  const year = format(zone, 'year', { year: 'numeric' });
  const same = year.format(at) === year.format(now);
  return format(zone, same ? 'short' : 'dated', {
    day: 'numeric',
    month: 'short',
    ...(!same && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);
}

/** "09:12". */
export const timeOfDay = (at: Date, zone: string): string =>
  format(zone, 'time', { hour: '2-digit', minute: '2-digit' }).format(at);

/** "04:31:08": for steps that follow each other within seconds. */
export const secondOfDay = (at: Date, zone: string): string =>
  format(zone, 'of day', { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(at);

/** "22 Nov 2026". */
export const dayOf = (at: Date, zone: string): string =>
  format(zone, 'day', { day: 'numeric', month: 'short', year: 'numeric' }).format(at);

/** Under a day how long ago or how long until; else the time itself. */
export function timeWords(at: Date, now: Date, zone: string): string {
  const ms = now.getTime() - at.getTime();
  const away = Math.abs(ms);
  if (away >= DAY) return shortTime(at, now, zone);
  if (away < MINUTE) return ms >= 0 ? 'just now' : 'in under 1 min';
  const words = away < HOUR ? `${Math.floor(away / MINUTE)} min` : `${Math.floor(away / HOUR)} h`;
  return ms >= 0 ? `${words} ago` : `in ${words}`;
}

/** A time that is to come or a span: "8 s", "4 min", "4 h 08", "3 days". */
export function spanWords(ms: number): string {
  const s = Math.ceil(ms / 1_000);
  if (s < 60) return `${s} s`;
  if (ms < HOUR) return `${Math.ceil(ms / MINUTE)} min`;
  if (ms < 2 * DAY) {
    const minutes = Math.floor((ms % HOUR) / MINUTE);
    return `${Math.floor(ms / HOUR)} h${minutes > 0 ? ` ${String(minutes).padStart(2, '0')}` : ''}`;
  }
  return `${Math.floor(ms / DAY)} days`;
}

/** "UTC−5": what a zone is off by, now. */
export function offsetOf(zone: string, now: Date): string {
  const parts = format(zone, 'offset', { timeZoneName: 'shortOffset' }).formatToParts(now);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
  return name.replace('GMT', 'UTC').replace(/\+0$/, '').replace('-', '−');
}

/** "New York, UTC−5"; of a zone without a city, its name alone. */
export function zoneWords(zone: string, now: Date): string {
  const offset = offsetOf(zone, now);
  const city = cityOf(zone);
  return city === offset ? city : `${city}, ${offset}`;
}

/** "New York" of "America/New_York". */
const cityOf = (zone: string): string => zone.split('/').at(-1)!.replaceAll('_', ' ');
