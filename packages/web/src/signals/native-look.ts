import type { FunctionLook } from '@standpoint/contract';
import type { FreshRealm } from './scene.ts';

// Every script reads these two functions, and honest scripts do not patch them.
const SAMPLE = { value: 'compareDocumentPosition', get: 'nodeType' } as const;

/** Own properties that WebIDL functions never have and most functions written in JavaScript have. */
const SCRIPTED = ['prototype', 'arguments', 'caller', 'toString'];

type Kind = 'value' | 'get';
// biome-ignore lint/complexity/noBannedTypes: any native function
type AnyFunction = Function;

/** A method or a getter, read where its interface defines it. */
export const member = (owner: object | undefined, name: string): [AnyFunction | undefined, Kind] => {
  const found = owner && Object.getOwnPropertyDescriptor(owner, name);
  return found?.get ? [found.get, 'get'] : [found?.value, 'value'];
};

/** Source text, read with the fresh realm's own `toString`. Engines differ in white space. */
const textOf = (realm: FreshRealm, of: AnyFunction): string =>
  realm.Reflect.apply(realm.Function.prototype.toString, of, []).replace(/\s+/g, ' ');

/**
 * Whether the source text of a function is the one that this engine gives for its own function of that name.
 * A wrapper shows its source; a Proxy and a bound function show native code without a name. Undefined when
 * the function that it is compared with is not native itself.
 */
export const isNative = (
  realm: FreshRealm,
  of: AnyFunction,
  name: string,
  kind: Kind,
): boolean | undefined => {
  const sample = SAMPLE[kind];
  const [known] = member(realm.Node.prototype, sample);
  const text = known && textOf(realm, known);
  return text?.includes('[native code]') ? textOf(realm, of) === text.replace(sample, name) : undefined;
};

const refusesStranger = (of: AnyFunction): boolean => {
  try {
    Reflect.apply(of, {}, []);
    return false;
  } catch (error) {
    return (error as Error)?.name === 'TypeError';
  }
};

/**
 * Whether this is a Proxy. The check for cycles among prototypes stops at a Proxy (ECMA-262
 * OrdinarySetPrototypeOf), so a Proxy accepts a cycle that any other object refuses.
 */
export const isProxied = (of: AnyFunction): boolean => {
  const before = Object.getPrototypeOf(of);
  try {
    Object.setPrototypeOf(of, Object.create(of));
    Object.setPrototypeOf(of, before);
    return true;
  } catch {
    return false;
  }
};

/** Examines `owner[name]`. `twin` is the same interface object in the fresh realm. */
export const look = (
  fresh: FreshRealm | null,
  owner: object | undefined,
  twin: object | undefined,
  name: string,
): FunctionLook | undefined => {
  const [of, kind] = member(owner, name);
  if (typeof of !== 'function') return undefined;
  const [other] = member(twin, name);
  const native = isNative(fresh ?? window, of, name, kind);
  return {
    native,
    like_fresh: fresh && other ? textOf(fresh, of) === textOf(fresh, other) : undefined,
    // A function that is known to be the page's own code is not called.
    refuses_stranger: native === false ? undefined : refusesStranger(of),
    scripted: SCRIPTED.some((key) => Object.hasOwn(of, key)),
    proxied: isProxied(of),
  };
};
