/** Does `work` for every item, for at most `width` of them at once. After a failure no further item is begun. */
export async function forEach<T>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let failed = false;
  const lane = async () => {
    for (let next = rest.next(); !next.done && !failed; next = rest.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: width }, lane));
  for (const { status, reason } of lanes as PromiseRejectedResult[]) if (status === 'rejected') throw reason;
}
