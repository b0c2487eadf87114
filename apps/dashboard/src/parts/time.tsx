import { useEffect } from 'react';
import { useWatched, watched } from '../api/watched.ts';
import { fullTime, timeWords } from '../clock/words.ts';
import { useZone } from '../clock/zone.ts';

const TICK_MS = 15_000;
const clock = watched(Date.now());
let watching = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Now, to a quarter of a minute: one timer for every time on the page. */
export function useNow(): Date {
  const now = useWatched(clock);
  useEffect(() => {
    watching += 1;
    // Set by the first alone: a list in which each new row set it would be drawn whole for each new row.
    if (watching === 1) clock.set(Date.now());
    timer ??= setInterval(() => clock.set(Date.now()), TICK_MS);
    return () => {
      watching -= 1;
      if (watching > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
  return new Date(now);
}

/** A time: relative under a day, and the full one on hover. `none` stands for null. */
export function Time({ at, none = '–' }: { at: string | null | undefined; none?: string }) {
  const now = useNow();
  const zone = useZone();
  if (!at) return <span className="quiet">{none}</span>;
  const date = new Date(at);
  return (
    <time dir="auto" dateTime={at} title={fullTime(date, zone)} className="nowrap num">
      {timeWords(date, date > now ? new Date() : now, zone)}
    </time>
  );
}
