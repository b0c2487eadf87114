/** The service takes so many ids at once; of more, the top of the list is read. */
export const IDS_MAX = 20;

/** What is to be read: the rows with these ids, or `all`, where so many changed that they are not told apart. */
export interface Gathered {
  ids: ReadonlySet<string> | 'all';
  /** A person was erased: rows that are shown may still name them. */
  erased: boolean;
}

/** Rows that are told of. A row without an id stands for any. */
type Ids = readonly { id: string | null }[] | 'all';

/** News that were not looked at yet. */
export interface Plan extends Gathered {
  timer?: ReturnType<typeof setTimeout> | undefined;
  /** Readings under way: a list that asks by the clock does not ask a slow service a second time. */
  readings: number;
  not_before: number;
  /** Readings that failed in a row. */
  failures: number;
  /** Its list is in view. What comes back from a reading afterwards is dropped. */
  shown: boolean;
}

const nothing = (): Gathered => ({ ids: new Set(), erased: false });
export const emptyPlan = (): Plan => ({
  ...nothing(),
  readings: 0,
  not_before: 0,
  failures: 0,
  shown: false,
});

/** Adds to what is to be read, and calls `look` once it may be read. */
export function addNews(plan: Plan, news: Ids, erased: boolean, look: () => void): void {
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

/** Takes back what could not be read, and calls `look` after `ms`: a person who was erased must not stay in view. */
export function giveBack(plan: Plan, { ids, erased }: Gathered, ms: number, look: () => void): void {
  clearTimeout(plan.timer);
  plan.timer = undefined;
  plan.not_before = Date.now() + ms;
  addNews(plan, ids === 'all' ? ids : [...ids].map((id) => ({ id })), erased, look);
}

/** Drops what is to be read. */
export function forget(plan: Plan): void {
  clearTimeout(plan.timer);
  Object.assign(plan, { timer: undefined, ...nothing() });
}

function together(ids: Gathered['ids'], news: Ids): Gathered['ids'] {
  if (ids === 'all' || news === 'all' || news.some(({ id }) => id === null)) return 'all';
  const all = new Set([...ids, ...news.map(({ id }) => id!)]);
  return all.size > IDS_MAX ? 'all' : all;
}
