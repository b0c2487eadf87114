/** One line of `doctor`. */
export interface Finding {
  name: string;
  ok: boolean;
  /** The finding and, when it is not good, what to do about it. */
  says: string;
}
