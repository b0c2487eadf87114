import { Readable } from 'node:stream';
import { hears, type LiveEnd, type News, type Role } from '@standpoint/contract';
import type { Hearer } from './feed.ts';
import type { Place, Told } from './news.ts';

/** A reader that has so much before it does not read: the connection is dead, or the tab sleeps. */
const UNREAD_MAX = 64 * 1_024;

/** A page that would be sent more at once loads anew instead: it would look like one that does not read. */
const TOLD_MAX = UNREAD_MAX / 4;

/** Whose screen it is. */
export interface Viewer {
  org: string;
  session_id: string;
  role: Role;
}

/** One open stream of server-sent events. */
export class Screen implements Hearer {
  readonly viewer: Viewer;
  readonly place: Place;
  readonly body: Readable;
  readonly #id: () => string;

  /** `id` is where the stream is now: what a later one goes on from. */
  constructor(viewer: Viewer, place: Place, id: () => string) {
    this.viewer = viewer;
    this.place = place;
    this.#id = id;
    this.body = new Readable({ read() {} });
  }

  news(told: readonly Told[]): void {
    this.one(told.flatMap(({ news }) => news));
  }

  /** What the role may hear of these. */
  one(news: readonly News[]): void {
    const heard = news.filter(({ kind }) => hears(this.viewer.role, kind));
    if (heard.length === 0) return;
    const data = JSON.stringify(heard);
    if (data.length > TOLD_MAX) this.all();
    else this.#send('news', data);
  }

  all(): void {
    this.#send('all');
  }

  beat(): void {
    this.#send('beat');
  }

  end(why: LiveEnd): void {
    if (this.body.readableEnded || this.body.destroyed) return;
    this.#send('end', JSON.stringify({ why }));
    this.body.push(null);
  }

  #send(event: string, data = 'null'): void {
    if (this.body.destroyed || this.body.readableEnded) return;
    if (this.body.readableLength > UNREAD_MAX) {
      this.body.destroy();
      return;
    }
    this.body.push(`id: ${this.#id()}\nevent: ${event}\ndata: ${data}\n\n`);
  }
}
