/** Gives what was made before, for as long as it would be made of the same parts. */
export function openKeeper<T>(): (parts: readonly unknown[], make: () => T) => T {
  let kept: { parts: readonly unknown[]; made: T } | null = null;
  return (parts, make) => {
    const same = kept?.parts.length === parts.length && kept.parts.every((part, i) => part === parts[i]);
    if (!kept || !same) kept = { parts, made: make() };
    return kept.made;
  };
}
