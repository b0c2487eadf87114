import type { ReadingSignals, Static } from '@standpoint/contract';
import { member } from './native-look.ts';
import type { Found, LateScene } from './scene.ts';

/** Longer delays mean that the computer slept in between. */
const LONGEST_MS = 3_600_000;

type Kind = Static<typeof ReadingSignals>['kind'];

/**
 * Whether this is a native object. The getter of any realm refuses other objects (WebIDL brand check), so a
 * plain object cannot pass, whatever its prototype and properties.
 */
const kindOf = (fresh: LateScene['fresh'], raw: GeolocationPosition): Kind => {
  if (!window.GeolocationPosition || !window.GeolocationCoordinates) return undefined;
  const realm = fresh ?? window;
  const parts: [object, 'GeolocationPosition' | 'GeolocationCoordinates', string][] = [
    [raw, 'GeolocationPosition', 'timestamp'],
    [raw.coords, 'GeolocationCoordinates', 'latitude'],
  ];
  let kind: Kind = 'native';
  for (const [object, name, key] of parts) {
    try {
      Reflect.apply(member(realm[name].prototype, key)[0]!, object, []);
    } catch {
      return 'plain';
    }
    // A native object with properties written onto it.
    if (Object.getOwnPropertyNames(object)[0]) return 'altered';
    if (Object.getPrototypeOf(object) !== window[name].prototype) kind = 'foreign';
  }
  return kind;
};

/** The kind of objects in which the positions came, and how fast they came. */
export const readings = ({ fresh, search }: LateScene): Found => ({
  readings: search.seen.map(({ raw, delay_ms, synchronous }) => ({
    kind: kindOf(fresh, raw),
    delay_ms: Math.min(delay_ms, LONGEST_MS),
    synchronous,
  })),
});
