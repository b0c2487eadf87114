/** Work that may pause after each of its steps. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all of it without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as T;
  }
}

/** A few of these are a step: a pause after every one would cost more than the work. */
const FEW = 64;

/** Maps as an array does, and may pause in between. */
export function* mapInSteps<A, B>(
  list: readonly A[],
  make: (item: A, i: number) => B,
  few = FEW,
): Steps<B[]> {
  const made: B[] = [];
  for (const [i, item] of list.entries()) {
    if (i % few === few - 1) yield;
    made.push(make(item, i));
  }
  return made;
}
