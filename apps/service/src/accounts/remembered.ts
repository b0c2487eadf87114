/** Every node sees a change of configuration within this time, even if the notice was lost. */
const BELIEVED_MS = 5_000;
const ENTRIES_MAX = 10_000;

/** Remembers what `read` found for a short time; concurrent callers share one read. */
export function remembered<V>(read: (key: string) => Promise<V>): {
  get(key: string): Promise<V>;
  clear(): void;
} {
  const known = new Map<string, { value: Promise<V>; until: number }>();
  return {
    get(key) {
      const hit = known.get(key);
      if (hit && hit.until > performance.now()) return hit.value;
      if (known.size >= ENTRIES_MAX) known.clear();
      const value = read(key);
      known.set(key, { value, until: performance.now() + BELIEVED_MS });
      value.catch(() => known.delete(key));
      return value;
    },
    clear: () => known.clear(),
  };
}
