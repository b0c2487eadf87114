import { LIVE_BEAT_S, LIVE_STREAMS_MAX } from '@standpoint/contract';
import type { Database } from '../database/connect.ts';
import type { Epoch } from '../database/epoch.ts';
import type { Notices } from '../database/listen.ts';
import type { Log } from '../database/log.ts';
import { rolesOfSessions } from '../people/held-sessions.ts';
import { refuse } from '../refuse.ts';
import { Feed } from './feed.ts';
import { changeIn, keyOf, type Place } from './news.ts';
import { Screen, type Viewer } from './screen.ts';

/** Sessions and roles are read so often, for all streams at once. */
const CHECK_MS = 2_000;
/** A look without a notice, for one that was lost. */
const LOOK_EVERY = 3;
const WATCH_EVERY = 10;
const BEAT_EVERY = Math.round((LIVE_BEAT_S * 1_000) / CHECK_MS);
/** While sessions cannot be read, a stream tells no more after this long. */
const UNCHECKED_MS = 15_000;
/** Each stream holds a connection; calls need some too. */
const STREAMS_MAX = 2_000;

interface World {
  database: Database;
  notices: Notices;
  epoch: Epoch;
  log: Log;
}

/** The open screens of this node. Nodes hear of each other's events by notices, and read them once for all screens. */
export class Live {
  readonly #world: World;
  readonly #feeds = new Map<string, Feed>();
  /** In the order of their opening. */
  readonly #screens = new Set<Screen>();
  readonly #stopHearing: () => void;
  #timer: NodeJS.Timeout | null = null;
  #ticks = 0;
  #checked_at = performance.now();
  #ending = false;

  constructor(world: World) {
    this.#world = world;
    this.#stopHearing = world.notices.on('standpoint_live', (notice) => this.#heard(notice));
  }

  /** Streams that are open now. */
  get open(): number {
    return this.#screens.size;
  }

  /** A new stream. `after` is the id of the last event that an earlier one sent. */
  async show(viewer: Viewer, place: Place, after: string | undefined): Promise<Screen> {
    if (this.#ending || this.#screens.size >= STREAMS_MAX)
      refuse('unavailable', 'live streams', { retry_after_s: 5 });
    const epoch = this.#world.epoch.current();
    const feed = this.#feedOf(place);
    const screen = new Screen(viewer, place, () => `${epoch}.${feed.horizon ?? '0'}`);
    this.#makeRoom(viewer.session_id);
    this.#screens.add(screen);
    screen.body.once('close', () => this.#left(screen, feed));
    this.#timer ??= setInterval(() => this.#tick(), CHECK_MS);
    const [life, tx = '0'] = after?.split('.') ?? [];
    // Numbers of another life of the database say nothing here.
    if (after && life !== epoch) screen.all();
    await feed.join(screen, life === epoch && tx !== '0' ? tx : null, Date.now()).catch((error) => {
      screen.body.destroy();
      throw error;
    });
    screen.beat();
    return screen;
  }

  /** Ends every stream: their pages go on at another node, or when this one is back. */
  release(): void {
    this.#ending = true;
    for (const screen of this.#screens) screen.end('restart');
  }

  close(): void {
    this.release();
    this.#stopHearing();
    if (this.#timer) clearInterval(this.#timer);
    for (const feed of this.#feeds.values()) feed.stop();
    for (const screen of this.#screens) screen.body.destroy();
  }

  #feedOf(place: Place): Feed {
    const key = keyOf(place);
    const found = this.#feeds.get(key);
    if (found) return found;
    const feed = new Feed(this.#world.database, { org: place.org, env: place.env }, (err) =>
      this.#world.log.warn({ err }, 'News for open screens could not be read; trying again.'),
    );
    this.#feeds.set(key, feed);
    return feed;
  }

  #makeRoom(session_id: string): void {
    const own = [...this.#screens].filter(({ viewer }) => viewer.session_id === session_id);
    for (const screen of own.slice(0, Math.max(0, own.length - LIVE_STREAMS_MAX + 1))) screen.end('many');
  }

  #left(screen: Screen, feed: Feed): void {
    this.#screens.delete(screen);
    feed.hearers.delete(screen);
    if (feed.hearers.size === 0) {
      feed.stop();
      this.#feeds.delete(keyOf(feed.place));
    }
    if (this.#screens.size === 0 && this.#timer) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
  }

  #heard(notice: string): void {
    if (notice === '') for (const feed of this.#feeds.values()) feed.look();
    const change = changeIn(notice, Date.now());
    if (!change) this.#feeds.get(notice)?.look();
    else
      for (const screen of this.#screens) if (keyOf(screen.place) === change.place) screen.one([change.news]);
  }

  #tick(): void {
    this.#ticks += 1;
    void this.#check();
    if (this.#ticks % BEAT_EVERY === 0) for (const screen of this.#screens) screen.beat();
    for (const feed of this.#feeds.values()) {
      if (this.#ticks % LOOK_EVERY === 0) feed.look();
      if (this.#ticks % WATCH_EVERY === 0) feed.watch().catch(() => undefined);
    }
  }

  /** Ends the streams of people who are signed out or are not what they were. */
  async #check(): Promise<void> {
    const checked = [...this.#screens];
    try {
      const roles = await rolesOfSessions(
        this.#world.database.db,
        checked.map(({ viewer }) => viewer.session_id),
      );
      this.#checked_at = performance.now();
      for (const screen of checked) {
        const { session_id, org, role } = screen.viewer;
        if (roles.get(`${session_id}|${org}`) !== role) screen.end('session');
      }
    } catch {
      if (performance.now() - this.#checked_at > UNCHECKED_MS)
        for (const screen of checked) screen.end('restart');
    }
  }
}
