import {
  type HistoryFacts,
  VELOCITY_WINDOWS,
  type Velocity,
  type VelocityCounts,
} from '../decision/facts.ts';
import { type Mark, type Seen, SHARED_DAYS, SPREAD_DAYS } from './sightings.ts';

/** The columns of the history statement that hold sightings. */
export interface SightingRows {
  mine: Seen[] | null;
  its: Seen[] | null;
  members: string[] | null;
}

const DAY_S = 86_400;
const SECONDS = { '5m': 300, '1h': 3_600, '24h': DAY_S } as const;

/**
 * Counts what was seen before this verification: distinct customers, installs, networks and countries, and
 * the rate of events.
 */
export function countSightings(
  { mine: ofCustomer, its: ofInstall, members }: SightingRows,
  customer_hash: string,
  mark: Mark,
  now_ms: number,
): Pick<HistoryFacts, 'sharing' | 'velocity' | 'address'> {
  const known = mark.install_hash !== '';
  const mine = ofCustomer ?? [];
  const its = ofInstall ?? [];
  const since = (rows: Seen[], days: number) =>
    rows.filter(([, , , , at_ms]) => at_ms > now_ms - days * DAY_S * 1_000);
  const installs = since(mine, SPREAD_DAYS).filter(
    ([install]) => install !== '' && install !== mark.install_hash,
  );
  const customers = since(its, SHARED_DAYS).filter(([customer]) => customer !== customer_hash);
  const outside = its.map((row) => (members?.includes(row[0]) ? (['', ...row.slice(1)] as Seen) : row));
  return {
    sharing: {
      install_customers: known ? distinct(customers, 0) + 1 : null,
      household: members?.includes(customer_hash) ?? false,
      customer_installs: distinct(installs, 0) + (known ? 1 : 0),
    },
    velocity: { customer: velocity(mine, now_ms), install: known ? velocity(outside, now_ms) : null },
    address: addressAgainst(since(mine, 1), mark),
  };
}

const distinct = (rows: Seen[], column: 0 | 1 | 2): number => new Set(rows.map((row) => row[column])).size;

function velocity(rows: Seen[], now_ms: number): Velocity {
  const counted = VELOCITY_WINDOWS.map((window) => [window, countsIn(window, rows, now_ms)] as const);
  return Object.fromEntries(counted) as Velocity;
}

function countsIn(window: keyof typeof SECONDS, rows: Seen[], now_ms: number): VelocityCounts {
  const recent = rows.filter(([, , , , at_ms]) => at_ms > now_ms - SECONDS[window] * 1_000);
  const events = rows.reduce((sum, row) => sum + eventsIn(window, row, now_ms / 1_000), 0);
  return {
    events: Math.round(events),
    networks: distinct(
      recent.filter(([, , , counted]) => counted),
      1,
    ),
    countries: distinct(
      recent.filter(([, , country]) => country !== ''),
      2,
    ),
    others: distinct(
      recent.filter(([who]) => who !== ''),
      0,
    ),
  };
}

/**
 * A sliding window from two fixed buckets: the whole present bucket, and the share of the previous one that
 * still lies in the window.
 */
function eventsIn(window: keyof typeof SECONDS, row: Seen, now_s: number): number {
  const [, , , , , day, events, hour, hour_events, hour_before, five, five_events, five_before] = row;
  const [bucket, count, before] = {
    '5m': [five, five_events, five_before] as const,
    '1h': [hour, hour_events, hour_before] as const,
    '24h': [day, events, 0] as const,
  }[window];
  const at = now_s / SECONDS[window];
  const index = Math.floor(at);
  const rest = 1 - (at - index);
  if (bucket === index) return count + before * rest;
  return bucket === index - 1 ? count * rest : 0;
}

/**
 * Compares the network with that of the last verification on this install; null when one of the two is
 * missing.
 */
function addressAgainst(today: Seen[], { install_hash, network }: Mark): HistoryFacts['address'] {
  const before = today
    .filter(([install, its]) => install_hash !== '' && install === install_hash && its !== '')
    .reduce<Seen | null>((last, row) => (last === null || row[4] > last[4] ? row : last), null);
  if (!before || network === null) return null;
  return before[1] === network.toString('hex') ? 'same' : 'other';
}
