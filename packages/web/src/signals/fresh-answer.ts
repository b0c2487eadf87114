import type { FreshAnswer, Static } from '@standpoint/contract';
import { member } from './native-look.ts';
import type { Found, FreshRealm, LateScene } from './scene.ts';

type Answer = Static<typeof FreshAnswer>;

const PATIENCE_MS = 1_000;
/** About 2 km. Answers that are nearer need no second question. */
const NEAR_DEG = 0.02;

type Read = (coords: GeolocationCoordinates, key: 'latitude' | 'longitude' | 'accuracy') => number;

const asPageDoes: Read = (coords, key) => coords[key];
/** Reads with the getters of the fresh realm, because the page may have patched its own. */
const asBrowserDoes =
  (fresh: FreshRealm): Read =>
  (coords, key) =>
    Reflect.apply(member(fresh.GeolocationCoordinates.prototype, key)[0]!, coords, []);

const ask = (realm: FreshRealm, read: Read): Promise<Answer | undefined> =>
  new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    realm.navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const [lat, lng, accuracy_m] = [
          read(coords, 'latitude'),
          read(coords, 'longitude'),
          read(coords, 'accuracy'),
        ];
        resolve([lat, lng, accuracy_m].every(Number.isFinite) ? { lat, lng, accuracy_m } : undefined);
      },
      () => resolve(undefined),
      { enableHighAccuracy: true, maximumAge: 10_000, timeout: PATIENCE_MS },
    );
  });

/**
 * Asks for the position in a realm that page scripts have not touched. It runs only in Chromium and only with
 * a granted permission: elsewhere a frame may bring up a second prompt.
 */
export const freshAnswer = async ({ fresh, search }: LateScene): Promise<Found> => {
  const [last] = search.seen.slice(-1);
  if (!fresh || !last || !('userAgentData' in navigator)) return {};
  const { state } = await fresh.navigator.permissions.query({ name: 'geolocation' });
  if (state !== 'granted') return {};
  const fresh_answer = await ask(fresh, asBrowserDoes(fresh));
  if (!fresh_answer) return {};
  const { latitude, longitude } = last.raw.coords;
  const near =
    Math.abs(fresh_answer.lat - latitude) < NEAR_DEG && Math.abs(fresh_answer.lng - longitude) < NEAR_DEG;
  // Positions may jump by themselves. Asking the page again distinguishes a jump from a difference between
  // the realms.
  return { fresh_answer, page_answer: near ? undefined : await ask(window, asPageDoes) };
};
