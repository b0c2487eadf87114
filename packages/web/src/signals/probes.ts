import type { Signals } from '@standpoint/contract';
import { automation } from './automation.ts';
import { device } from './device.ts';
import { freshAnswer } from './fresh-answer.ts';
import { openFreshRealm } from './fresh-realm.ts';
import { geolocationApi } from './geolocation-api.ts';
import { page } from './page.ts';
import { readings } from './readings.ts';
import type { Found, LateScene, Probes, Scene } from './scene.ts';

type Probe<S> = (scene: S) => Found | Promise<Found>;

/** One small file per signal. To add a signal, write the file and list it here. */
/** These run before the position comes, so that a script has had no time to undo its changes. */
const FIRST: Record<string, Probe<Scene>> = {
  page,
  geolocation_api: geolocationApi,
  automation,
};
/** These run once the position has come. */
const THEN: Record<string, Probe<LateScene>> = { readings, fresh_answer: freshAnswer };

/** Runs each probe on its own, so that a probe that is unsupported or broken stops no other. */
const run = async <S>(probes: Record<string, Probe<S>>, scene: S): Promise<Found[]> =>
  Promise.all(
    Object.entries(probes).map(async ([name, probe]) => {
      try {
        return { ...(await probe(scene)), probes: [name] };
      } catch {
        return { not_run: { [name]: 'failed' as const } };
      }
    }),
  );

/** Every probe is named: among those that ran, or with the reason why it could not. */
const merge = (parts: Found[]): Signals => {
  const not_run = Object.assign({}, ...parts.map((part) => part.not_run));
  const ran = parts.flatMap(({ probes = [] }) => probes).filter((name) => !not_run[name]);
  return Object.assign({}, ...parts, {
    probes: ran,
    not_run: Object.keys(not_run)[0] ? not_run : undefined,
  });
};

/** Runs the early probes at once; the result waits for the position. The signal's end removes what they opened. */
export const openProbes = (signal: AbortSignal): Probes => {
  signal.throwIfAborted();
  const { realm: fresh, reason, close } = openFreshRealm();
  signal.onabort = close;
  const missing: Found = { not_run: reason && { fresh_realm: reason } };
  const first = run(FIRST, { fresh });
  const facts = Promise.resolve().then(device);
  return async (search) => {
    const then = await run(THEN, { fresh, search });
    const found = await facts.catch(() => undefined);
    const told: Found = found ? { probes: ['device'] } : { not_run: { device: 'failed' } };
    close();
    return { device: found, signals: merge([missing, told, ...(await first), ...then]) };
  };
};
