import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { type Past, type Place, type Read, readNews, type Told } from './news.ts';

/** Reads of one environment are at least so far apart, however many notices come. */
const APART_MS = 100;
/** After news, one more look: for what committed while another transaction was telling. */
const AGAIN_MS = 250;
/** Nodes are told of an environment for so long after it was watched last. */
const WATCH_S = 60;
/** A new screen hears of what happened since its page began to load. */
const BEFORE_MS = 10_000;

export interface Hearer {
  news(told: readonly Told[]): void;
  /** More was missed than is told. */
  all(): void;
}

/** The news of one environment, read once for all screens of this node that show it. */
export class Feed {
  readonly place: Place;
  readonly hearers = new Set<Hearer>();
  readonly #database: Database;
  readonly #failed: (error: unknown) => void;
  /** All events of earlier transactions were told. */
  #horizon: string | null = null;
  /** Set while a transaction runs that had begun when so much happened that all was loaded anew. */
  #past: Past | null = null;
  /** Events of later transactions that were told. */
  #told = new Set<string>();
  #reading: Promise<void> | null = null;
  #read_at = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(database: Database, place: Place, failed: (error: unknown) => void) {
    this.#database = database;
    this.place = place;
    this.#failed = failed;
  }

  /** Where a screen that heard everything so far goes on later; null before the first read. */
  get horizon(): string | null {
    return this.#horizon;
  }

  /** From now on, transactions that add an event here tell so. */
  async watch(): Promise<void> {
    const { org, env } = this.place;
    await sql`
      INSERT INTO live_watch AS w (org, env, until) VALUES (${org}, ${env}, now() + make_interval(secs => ${WATCH_S}))
      ON CONFLICT (org, env) DO UPDATE SET until = excluded.until
        WHERE w.until < now() + make_interval(secs => ${WATCH_S / 2})`.execute(this.#database.db);
  }

  /** Tells a new screen what it missed, and from then on what comes. */
  async join(hearer: Hearer, after: string | null, now_ms: number): Promise<void> {
    // Before the read, so that nothing falls between; twice told is harmless.
    this.hearers.add(hearer);
    await this.watch();
    const from = after === null ? { since_ms: now_ms - BEFORE_MS } : { tx: after };
    const read = await readNews(this.#database.db, this.place, from);
    this.#horizon ??= read.horizon;
    tell(hearer, read);
  }

  /** Reads soon, if it is not about to. */
  look(): void {
    if (this.#timer || this.hearers.size === 0) return;
    const wait = Math.max(0, this.#read_at + APART_MS - performance.now());
    this.#later(wait);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#reading = (this.#reading ?? Promise.resolve()).then(() => this.#read()).catch(this.#failed);
    }, ms);
  }

  async #read(): Promise<void> {
    this.#read_at = performance.now();
    if (this.#horizon === null) return;
    const from = { tx: this.#horizon, past: this.#past };
    const read = await readNews(this.#database.db, this.place, from);
    const told = read.told.filter(({ event_id }) => !this.#told.has(event_id));
    const { horizon } = read;
    // What is read again next time: the events of transactions that had not all ended.
    const open = read.told.filter(({ tx }) => BigInt(tx) >= BigInt(horizon));
    this.#told = new Set(open.map(({ event_id }) => event_id));
    this.#horizon = horizon;
    if (read.more) await this.#skip();
    else if (this.#past && BigInt(horizon) >= BigInt(this.#past.before)) this.#past = null;
    for (const hearer of this.hearers) tell(hearer, { ...read, told });
    if (told.length > 0 && !this.#timer) this.#later(AGAIN_MS);
  }

  /** So much in one moment is loaded anew. Only what had not been committed by now is told afterwards. */
  async #skip(): Promise<void> {
    const { rows } = await sql<Past & { horizon: string }>`
      SELECT pg_snapshot_xmin(s)::text AS horizon, pg_snapshot_xmax(s)::text AS before,
             ARRAY(SELECT pg_snapshot_xip(s)::text) AS open
        FROM pg_current_snapshot() s`.execute(this.#database.db);
    const { horizon, before, open } = rows[0]!;
    this.#horizon = horizon;
    this.#past = { before, open };
    this.#told = new Set();
  }
}

function tell(hearer: Hearer, { told, more }: Pick<Read, 'told' | 'more'>): void {
  if (more) hearer.all();
  else if (told.length > 0) hearer.news(told);
}
