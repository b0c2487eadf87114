import type { KeyObject } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { PastPosition } from '../../geolocation/decision/facts.ts';
import type { Remembered } from '../../geolocation/history/history.ts';
import { countSightings } from '../../geolocation/history/sighting-counts.ts';
import {
  type Mark,
  networkMark,
  type Seen,
  SHARED_DAYS,
  SPREAD_DAYS,
  type sighting,
} from '../../geolocation/history/sightings.ts';
import type { Extra, NewVerification } from '../../geolocation/records/verification-records.ts';
import type { Subject } from '../../geolocation/verify/subject.ts';

type Sighted = ReturnType<typeof sighting>;

/** A row of `sighting`, as it will be when the last visit was counted. */
export interface SightingRow extends Sighted {
  customer_hash: string;
  last_ms: number;
  events: number;
  hour_events: number;
  hour_before: number;
  five_events: number;
  five_before: number;
}

interface Accepted {
  install_hash: string | null;
  install_id: string | null;
  position: NonNullable<NewVerification['position']>;
}

interface KnownKey {
  key: KeyObject;
  key_id: string;
}

/**
 * What the database would remember of a few customers, kept here while their whole past is made: reading it back for
 * every decision would take longer than deciding.
 */
export class Memory {
  readonly sightings = new Map<string, SightingRow>();
  readonly #accepted = new Map<string, Accepted[]>();
  readonly #keys = new Map<string, KnownKey>();
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** As `readHistory` would answer. */
  remembered(subject: Subject, earlier: Extra | null): Remembered {
    const { org, env, customer_hash, now_ms } = subject;
    const known = this.#keys.get(customer_hash) ?? null;
    const mark: Mark = {
      install_hash: subject.install_hash ?? '',
      network: networkMark(this.#deps.envelope, org, env, subject.ip.address),
    };
    const rows = { mine: this.#mine(customer_hash, now_ms), its: this.#its(mark, now_ms), members: null };
    const found = (earlier?.spoof_findings ?? []) as [string, number][];
    return {
      data_key: known?.key ?? null,
      key_id: known?.key_id ?? null,
      erased: false,
      declined: false,
      mark,
      places: [],
      history: {
        ...this.#positions(subject),
        evidence_seen: 'no',
        ...countSightings(rows, customer_hash, mark, now_ms),
        trusted_place: null,
        earlier: found.map(([code, confidence]) => ({ code, confidence, hop: 0 })),
      },
    };
  }

  /** Keeps what a recorded verification leaves behind. */
  keep(subject: Subject, made: NewVerification): void {
    const { customer_hash, install_hash, install_id } = subject;
    this.#keys.set(customer_hash, { key: made.data_key, key_id: made.key_id });
    if (made.decision === 'pass' && made.position) {
      const all = this.#accepted.get(customer_hash) ?? [];
      this.#accepted.set(
        customer_hash,
        [{ install_hash, install_id, position: made.position }, ...all].slice(0, 30),
      );
    }
    this.#sight(customer_hash, made.extra.sighting as Sighted, subject.now_ms);
  }

  #positions({ customer_hash, install_hash }: Subject) {
    const all = this.#accepted.get(customer_hash) ?? [];
    const past = (found: Accepted | undefined): PastPosition | null => {
      if (!found) return null;
      const { country: _country, subdivision: _subdivision, measured_at: _at, ...position } = found.position;
      const id = found.install_hash === install_hash ? found.install_id : found.install_hash;
      return { ...position, install_id: id, decision: 'pass' };
    };
    return {
      previous: past(all.find((each) => each.install_hash === install_hash)),
      elsewhere: past(all.find((each) => each.install_hash !== install_hash)),
    };
  }

  #mine(customer_hash: string, now_ms: number): Seen[] {
    const from = Math.floor(now_ms / 86_400_000) - SPREAD_DAYS;
    return [...this.sightings.values()]
      .filter((row) => row.customer_hash === customer_hash && row.day >= from)
      .map((row) => seen(row.install_hash, row));
  }

  #its({ install_hash }: Mark, now_ms: number): Seen[] {
    const from = Math.floor(now_ms / 86_400_000) - SHARED_DAYS;
    return [...this.sightings.values()]
      .filter((row) => install_hash !== '' && row.install_hash === install_hash && row.day >= from)
      .map((row) => seen(row.customer_hash, row));
  }

  /** The same as `SIGHTING_EFFECTS` does. */
  #sight(customer_hash: string, sighted: Sighted, now_ms: number): void {
    const name = [customer_hash, sighted.day, sighted.install_hash, sighted.network].join('|');
    const row = this.sightings.get(name);
    const fresh = { events: 1, hour_events: 1, hour_before: 0, five_events: 1, five_before: 0 };
    if (!row) {
      this.sightings.set(name, { ...sighted, customer_hash, last_ms: now_ms, ...fresh });
      return;
    }
    const hours = rolled(row.hour, row.hour_events, row.hour_before, sighted.hour);
    const fives = rolled(row.five, row.five_events, row.five_before, sighted.five);
    Object.assign(row, sighted, {
      last_ms: now_ms,
      events: row.events + 1,
      hour_events: hours.events,
      hour_before: hours.before,
      five_events: fives.events,
      five_before: fives.before,
    });
  }
}

function rolled(bucket: number, events: number, before: number, next: number) {
  if (bucket >= next) return { events: events + 1, before };
  return { events: 1, before: bucket === next - 1 ? events : 0 };
}

/** How often the customer came: ever, in this hour and the one before, in these five minutes and those before. */
export const countsOf = (row: SightingRow) =>
  [
    row.events,
    row.hour,
    row.hour_events,
    row.hour_before,
    row.five,
    row.five_events,
    row.five_before,
  ] as const;

const seen = (who: string, row: SightingRow): Seen => [
  who,
  row.network,
  row.country,
  row.counted,
  row.last_ms,
  row.day,
  ...countsOf(row),
];
