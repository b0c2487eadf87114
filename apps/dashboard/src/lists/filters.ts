/** One filter of a list, as its parameter of the address and of the API. */
export interface FilterField {
  name: string;
  label: string;
  /** What the API takes; absent for text. */
  options?: readonly { value: string; label: string }[];
  /** A day in the person's zone: `from` begins it, `to` ends it. */
  day?: 'from' | 'to';
  /** What the field would take, in its empty state. */
  example?: string;
}

export type Filters = Readonly<Record<string, string>>;

type Search = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Whether a field can filter by this value. */
const takes = ({ options, day }: FilterField, value: string): boolean =>
  options ? options.some((option) => option.value === value) : !day || dayStart(value, 'UTC') !== null;

/** The filters in an address: of known names, with values that the field takes. */
export function readFilters(fields: readonly FilterField[], search: Search): Filters {
  const found: Record<string, string> = {};
  for (const field of fields) {
    const value = search[field.name];
    if (isText(value) && takes(field, value.trim())) found[field.name] = value.trim();
  }
  return found;
}

/** What an address asks for and these fields cannot filter by. The page says that its rows ignore it. */
export function unreadFilters(fields: readonly FilterField[], search: Search): Filters {
  const read = readFilters(fields, search);
  const unread = Object.entries(search).filter(([name, value]) => isText(value) && !(name in read));
  return Object.fromEntries(unread) as Filters;
}

/** The same filters with one changed; empty takes it away. */
export function withFilter(filters: Filters, name: string, value: string): Filters {
  const { [name]: _before, ...rest } = filters;
  return value.trim() ? { ...rest, [name]: value.trim() } : rest;
}

/** How a filter is said: "Decision: Fail". */
export function filterWords(fields: readonly FilterField[], name: string, value: string): string {
  const field = fields.find((each) => each.name === name);
  const shown = field?.options?.find((option) => option.value === value)?.label ?? value;
  return `${field?.label ?? name}: ${shown}`;
}

/** Minutes that a zone is ahead of UTC at a moment. */
function aheadOf(zone: string, at: Date): number {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  const local = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
  return Math.round((local - at.getTime()) / 60_000);
}

/** The moment at which a day of a zone begins; null for what is no day. */
export function dayStart(day: string, zone: string): Date | null {
  const midnight = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(midnight)) return null;
  const guess = new Date(midnight - aheadOf(zone, new Date(midnight)) * 60_000);
  // Near a change of the clocks, the offset of the guess is another one.
  return new Date(midnight - aheadOf(zone, guess) * 60_000);
}

/** What the API is asked: days become moments of the person's zone. `to` names the last day that counts. */
export function queryOf(
  fields: readonly FilterField[],
  filters: Filters,
  zone: string,
): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(filters)) {
    const day = fields.find((field) => field.name === name)?.day;
    if (!day) query[name] = value;
    else {
      const start = dayStart(day === 'from' ? value : nextDay(value), zone);
      if (start) query[name] = new Date(start.getTime() - (day === 'to' ? 1 : 0)).toISOString();
    }
  }
  return query;
}

/** The day after; what is no day stays. */
export function nextDay(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? day : new Date(at + 86_400_000).toISOString().slice(0, 10);
}
