/** One line of `doctor`. */
export interface Finding {
  name: string;
  ok: boolean;
  /** The finding and, when it is not good, what to do about it. */
  says: string;
  /** warning: good for now, and it will not stay so by itself. unknown: it could not be found out. */
  but?: 'warning' | 'unknown';
}
