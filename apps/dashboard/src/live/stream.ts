import type { LiveEnd, News } from '@standpoint/contract';
import { addressOf } from '../api/client.ts';
import { envPath, type Place } from '../app/place.ts';
import { frameReader } from './frames.ts';

/** The service says something every 10 s; a connection that is silent for so long is dead. */
const SILENT_MS = 30_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

export interface Heard {
  /** `all`: more happened than is told one by one. */
  news(news: readonly News[] | 'all'): void;
  /** The stream is there, or has gone. */
  state(live: boolean): void;
  /** The session does not hold any more, or the role is another one. */
  session(): void;
}

/** Up to where the news of a place were heard. */
export interface Cursor {
  after: string | null;
}

/** Milliseconds before the nth try in a row: longer each time, and never the same for all tabs at once. */
export const waitMs = (tries: number, chance = Math.random()): number =>
  Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS) * (0.5 + chance / 2);

/** Hears the news of an environment until it is stopped. It comes back by itself, and tells what it missed. */
export function openStream(place: Place, cursor: Cursor, heard: Heard): () => void {
  const stopped = new AbortController();
  void keep(place, cursor, heard, stopped.signal);
  return () => stopped.abort();
}

async function keep(place: Place, cursor: Cursor, heard: Heard, stopped: AbortSignal): Promise<void> {
  for (let tries = 0; !stopped.aborted; tries++) {
    const come = await once(place, cursor, heard, stopped);
    heard.state(false);
    if (stopped.aborted) return;
    if (come.why === 'session') {
      heard.session();
      return;
    }
    if (come.heard) tries = 0;
    await pause(come.why === 'many' ? LONGEST_WAIT_MS : waitMs(tries), stopped);
  }
}

interface Come {
  why: LiveEnd | null;
  /** It was there for a while, so the next one may come at once. */
  heard: boolean;
}

/** One connection, from its beginning to its end. */
async function once(place: Place, cursor: Cursor, heard: Heard, stopped: AbortSignal): Promise<Come> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENT_MS);
  const come: Come = { why: null, heard: false };
  try {
    const response = await fetch(addressOf(`${envPath(place)}/live`, { after: cursor.after }), {
      headers: { accept: 'text/event-stream' },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([stopped, silence.signal]),
    });
    if (response.status === 401 || response.status === 403 || response.status === 404)
      return { ...come, why: 'session' };
    if (!response.ok || !response.body) return come;
    const read = frameReader();
    const text = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await text.read();
      if (done) return come;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENT_MS);
      for (const frame of read(value)) {
        cursor.after = frame.id ?? cursor.after;
        come.heard = true;
        if (frame.event === 'end') come.why = (frame.data as { why: LiveEnd }).why;
        else heard.state(true);
        if (frame.event === 'news') heard.news(frame.data as News[]);
        if (frame.event === 'all') heard.news('all');
      }
    }
  } catch {
    // What was heard counts, however it ended.
    return come;
  } finally {
    clearTimeout(timer);
  }
}

const pause = (ms: number, stopped: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    // A laptop that wakes up waits no longer.
    window.addEventListener('online', end, { once: true });
    stopped.addEventListener('abort', end, { once: true });
  });
