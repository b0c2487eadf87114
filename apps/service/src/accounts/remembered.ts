/** Configuration changes are seen everywhere within this time, also where the notice was not heard. */
const BELIEVED_MS = 5_000;
const ENTRIES_MAX = 10_000;

/** Remembers what `read` found for a short time; concurrent askers share one reading. */
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
