import type { LiveKind } from '@standpoint/contract';
import { useEffect, useRef } from 'react';
import { againAfterMs, maySucceedLater } from '../../api/refused.ts';
import { tellsOfErasure } from '../../live/erased.ts';
import type { Told } from '../../live/news.ts';
import { useLive } from '../../live/use-live.ts';
import { queryKeyOf } from '../use-list.ts';
import { addNews, emptyPlan, forget, giveBack, type Plan, takeGathered } from './plan.ts';
import { readNews, type ShownList } from './read-news.ts';
import { useUntouched } from './use-untouched.ts';
import { useWaiting } from './use-waiting.ts';

/** Of longer lists, all is read anew after an erasure. */
const READ_AGAIN_MAX = 400;
/** Readings are so far apart, and further the more they read: a busy environment must not be read all the time. */
const APART_MS = 250;
const APART_PER_ROW_MS = 50;

/** What could not be read is read again after so long, and ever later while that fails. */
const AGAIN_MS = 5_000;
const AGAIN_MOST_MS = 60_000;

interface FreshWanted<A, R> extends ShownList<A, R> {
  kind: LiveKind | undefined;
  /** Whether the list has been read, and with these filters. */
  ready: boolean;
}

/** New rows of a list, which wait until they are asked for; rows that changed are exchanged where they stand. */
export function useFresh<A, R>(wanted: FreshWanted<A, R>) {
  const name = JSON.stringify(queryKeyOf(wanted));
  const { waiting, clear, beginAnew, take, show } = useWaiting(wanted);
  const latest = useRef({ wanted, name });
  latest.current = { wanted, name };
  const plan = useRef<Plan>(emptyPlan());

  const waitMs = (error: Error) =>
    againAfterMs(error, Math.min(AGAIN_MS * 2 ** (plan.current.failures - 1), AGAIN_MOST_MS));
  const look = async () => {
    const gathered = takeGathered(plan.current);
    if (gathered.erased && latest.current.wanted.rows.length > READ_AGAIN_MAX) {
      clear();
      return beginAnew();
    }
    plan.current.readings += 1;
    const read = await readNews(latest.current.wanted, gathered).catch((error: Error) => error);
    plan.current.readings -= 1;
    if (!plan.current.shown || latest.current.name !== name) return;
    plan.current.failures = read instanceof Error ? plan.current.failures + 1 : 0;
    if (read instanceof Error) {
      if (maySucceedLater(read)) giveBack(plan.current, gathered, waitMs(read), () => void again.current());
      return;
    }
    plan.current.not_before = Date.now() + APART_MS + APART_PER_ROW_MS * read.rows.length;
    take(read);
  };
  const again = useRef(look);
  again.current = look;

  const hear = (news: Told, erased = tellsOfErasure(news)) => {
    if (latest.current.wanted.ready) addNews(plan.current, news, erased, () => void again.current());
  };
  useLive(wanted.kind ? [wanted.kind] : [], (news) => hear(news));
  useEvery(wanted.polling?.every_ms, () => {
    if (plan.current.readings === 0) hear('all', false);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters have other new rows.
  useEffect(() => {
    clear();
    const now = plan.current;
    now.shown = true;
    return () => {
      now.shown = false;
      forget(now);
    };
  }, [name]);
  useUntouched(waiting.fresh.length > 0, show);
  return { waiting, show };
}

/** Calls `act` again and again while the tab is looked at; without `ms`, never. */
function useEvery(ms: number | undefined, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (ms === undefined) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current();
    }, ms);
    return () => clearInterval(timer);
  }, [ms]);
}
