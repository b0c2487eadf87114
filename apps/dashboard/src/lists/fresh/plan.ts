import type { Told } from '../../live/news.ts';

/** The service takes so many ids at once; of more, the top of the list is read. */
export const IDS_MAX = 20;

/** What is to be read: the rows with these ids, or `all`, where so many changed that they are not told apart. */
export interface Gathered {
  ids: ReadonlySet<string> | 'all';
  /** A person was erased: rows that are shown may still name them. */
  erased: boolean;
}

/** News that were not looked at yet. */
export interface Plan extends Gathered {
  timer?: ReturnType<typeof setTimeout> | undefined;
  /** A reading is under way: a slow service is not asked a second time. */
  reading: boolean;
  not_before: number;
}

const nothing = (): Gathered => ({ ids: new Set(), erased: false });
export const emptyPlan = (): Plan => ({ ...nothing(), reading: false, not_before: 0 });

/** Adds to what is to be read, and calls `look` once it may be read. */
export function addNews(plan: Plan, news: Told, erased: boolean, look: () => void): void {
  plan.ids = together(plan.ids, news);
  plan.erased ||= erased;
  plan.timer ??= setTimeout(
    () => {
      plan.timer = undefined;
      look();
    },
    Math.max(0, plan.not_before - Date.now()),
  );
}

/** Hands out what is to be read; the plan begins anew. */
export function takeGathered(plan: Plan): Gathered {
  const { ids, erased } = plan;
  Object.assign(plan, nothing());
  return { ids, erased };
}

/** Drops what is to be read. */
export function forget(plan: Plan): void {
  clearTimeout(plan.timer);
  Object.assign(plan, { timer: undefined, ...nothing() });
}

function together(ids: Gathered['ids'], news: Told): Gathered['ids'] {
  if (ids === 'all' || news === 'all' || news.some(({ id }) => id === null)) return 'all';
  const all = new Set([...ids, ...news.map(({ id }) => id!)]);
  return all.size > IDS_MAX ? 'all' : all;
}
