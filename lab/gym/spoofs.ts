/**
 * The changes that each type of spoofing tool makes to a page before it runs, in our own code. They are
 * serialised into the browser, so they have no imports and no closures. Trenton is the place that the
 * attacker wants.
 */

/** A snippet pasted into the console, or a simple extension: the methods become own properties. */
export function ownProperty(): void {
  const fake = { latitude: 40.2206, longitude: -74.7597, accuracy: 20, altitude: null };
  const answer = (success: (position: unknown) => void) =>
    setTimeout(() => success({ coords: { ...fake }, timestamp: Date.now() }), 30);
  Object.assign(navigator.geolocation, {
    getCurrentPosition: answer,
    watchPosition: (success: (position: unknown) => void) => answer(success),
  });
}

/** Replaces the methods on their prototype. */
export function prototypePatch(): void {
  const fake = { latitude: 40.2206, longitude: -74.7597, accuracy: 20, altitude: null };
  const answer = (success: (position: unknown) => void) =>
    setTimeout(() => success({ coords: { ...fake }, timestamp: Date.now() }), 30);
  Geolocation.prototype.getCurrentPosition = answer as never;
  Geolocation.prototype.watchPosition = answer as never;
}

/**
 * A Proxy around the native method, so that its text stays native. The numbers of the answer are replaced.
 */
export function proxiedMethod(): void {
  const moved = (position: GeolocationPosition) =>
    new Proxy(position, {
      get: (target, name) =>
        name === 'coords'
          ? { latitude: 40.2206, longitude: -74.7597, accuracy: 18.4, altitude: null, toJSON: () => ({}) }
          : Reflect.get(target, name),
    });
  for (const name of ['getCurrentPosition', 'watchPosition'] as const) {
    const native = Geolocation.prototype[name];
    Geolocation.prototype[name] = new Proxy(native, {
      apply: (target, self, [success, ...rest]) =>
        Reflect.apply(target, self, [(position: GeolocationPosition) => success(moved(position)), ...rest]),
    }) as never;
  }
}

/** The getters of the coordinates lie. Methods and objects stay the browser's own. */
export function coordinateGetters(): void {
  for (const [name, value] of [
    ['latitude', 40.2206],
    ['longitude', -74.7597],
  ] as const) {
    Object.defineProperty(GeolocationCoordinates.prototype, name, {
      get: () => value + Math.random() / 1e4,
      configurable: true,
      enumerable: true,
    });
  }
}

/** A prototype patch that also makes `Function.prototype.toString` return the native text. */
export function disguisedPatch(): void {
  const fake = { latitude: 40.2206, longitude: -74.7597, accuracy: 20.5, altitude: null };
  const ours = new Map<unknown, string>();
  for (const name of ['getCurrentPosition', 'watchPosition'] as const) {
    const method = {
      [name](success: (position: unknown) => void) {
        return setTimeout(() => {
          const position = Object.create(GeolocationPosition.prototype, {
            coords: {
              value: Object.create(GeolocationCoordinates.prototype, Object.getOwnPropertyDescriptors(fake)),
            },
            timestamp: { value: Date.now() },
          });
          success(position);
        }, 250);
      },
    }[name]!;
    ours.set(method, `function ${name}() { [native code] }`);
    Geolocation.prototype[name] = method as never;
  }
  const native = Function.prototype.toString;
  const disguise = {
    toString(this: unknown) {
      return ours.get(this) ?? native.call(this);
    },
  }.toString;
  ours.set(disguise, 'function toString() { [native code] }');
  Function.prototype.toString = disguise;
}

/** `navigator.geolocation` becomes the object of a hidden frame whose prototype is patched. */
export function realmSwap(): void {
  addEventListener('DOMContentLoaded', () => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    document.documentElement.append(frame);
    const realm = frame.contentWindow as (Window & typeof globalThis) | null;
    if (!realm) return;
    const fake = { latitude: 40.2206, longitude: -74.7597, accuracy: 21, altitude: null };
    const answer = (success: (position: unknown) => void) =>
      realm.setTimeout(() => success({ coords: { ...fake }, timestamp: Date.now() }), 40);
    realm.Geolocation.prototype.getCurrentPosition = answer as never;
    realm.Geolocation.prototype.watchPosition = answer as never;
    Object.defineProperty(navigator, 'geolocation', { get: () => realm.navigator.geolocation });
  });
}

/** Replaces the whole object with one that looks right from outside. */
export function standIn(): void {
  const fake = { latitude: 40.2206, longitude: -74.7597, accuracy: 19, altitude: null };
  const answer = (success: (position: unknown) => void) =>
    setTimeout(() => success({ coords: { ...fake }, timestamp: Date.now() }), 30);
  const geolocation = { getCurrentPosition: answer, watchPosition: answer, clearWatch() {} };
  Object.defineProperty(Navigator.prototype, 'geolocation', { get: () => geolocation, configurable: true });
}

/** `Date` differs from the machine's clock: an old fix looks fresh, or a token lives longer. */
export function movedClock(): void {
  const native = Date.now.bind(Date);
  Date.now = () => native() - 2 * 3_600_000;
}

/** The first step of a stealth kit: it removes the browser's own sign of automation. */
export function hiddenWebdriver(): void {
  Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false, configurable: true });
}
