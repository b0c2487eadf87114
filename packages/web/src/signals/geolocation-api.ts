import type { FunctionLook } from '@standpoint/contract';
import { look } from './native-look.ts';
import type { Found, FreshRealm, Scene } from './scene.ts';

/** The functions and getters that a position passes through on its way to the SDK. */
const MEMBERS = [
  ['Navigator', ['geolocation']],
  ['Geolocation', ['getCurrentPosition', 'watchPosition']],
  ['GeolocationPosition', ['coords', 'timestamp']],
  ['GeolocationCoordinates', ['latitude', 'longitude', 'accuracy']],
] as const;

const prototypeIn = (realm: FreshRealm | null, name: (typeof MEMBERS)[number][0]): object | undefined =>
  realm?.[name]?.prototype;

/** zone.js (every Angular page) puts wrappers on the object itself and keeps the browser's method in them. */
const wrapsForZone = (geolocation: Geolocation, name: string): boolean => {
  const own = Object.getOwnPropertyDescriptor(geolocation, name)?.value;
  const original = own?.__zone_symbol__OriginalDelegate;
  return !!original && original === (Geolocation.prototype as never)[name];
};

/** Examines `navigator.geolocation` and everything that belongs to it, before a position comes. */
export const geolocationApi = ({ fresh }: Scene): Found => {
  const { geolocation } = navigator;
  if (!geolocation) return { not_run: { geolocation_api: 'unsupported' } };
  const own = Object.getOwnPropertyNames(geolocation);
  const functions: Record<string, FunctionLook> = {};
  for (const [owner, names] of MEMBERS) {
    for (const name of names) {
      const found = look(fresh, prototypeIn(window, owner), prototypeIn(fresh, owner), name);
      if (found) functions[name] = found;
    }
  }
  return {
    geolocation_api: {
      defined_on: Object.hasOwn(navigator, 'geolocation')
        ? 'navigator'
        : Object.hasOwn(Navigator.prototype, 'geolocation')
          ? 'prototype'
          : 'nowhere',
      own: own.map((name) => name.slice(0, 64)).slice(0, 10),
      own_of_zone: own.filter((name) => wrapsForZone(geolocation, name)).slice(0, 10),
      own_realm: window.Geolocation && Object.getPrototypeOf(geolocation) === Geolocation.prototype,
      functions,
    },
  };
};
