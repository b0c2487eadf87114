/** Stands for a value that a hook makes, so that a test file can name it at its top. */
export function later<T extends object>(what: string, made: () => T | undefined): T {
  const value = (): T => {
    const found = made();
    if (!found) throw new Error(`The ${what} is not there yet: use it in a test or a hook`);
    return found;
  };
  return new Proxy({} as T, {
    get(_, key) {
      const found = Reflect.get(value(), key);
      return typeof found === 'function' ? found.bind(value()) : found;
    },
    set: (_, key, to) => Reflect.set(value(), key, to),
    has: (_, key) => Reflect.has(value(), key),
    ownKeys: () => Reflect.ownKeys(value()),
    // A proxy may only report a property as configurable, because its own target does not have it.
    getOwnPropertyDescriptor(_, key) {
      const found = Reflect.getOwnPropertyDescriptor(value(), key);
      return found && { ...found, configurable: true };
    },
  });
}
