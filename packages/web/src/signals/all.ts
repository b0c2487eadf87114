import type { Evidence } from '@standpoint/contract';
import { readClocks, type Search } from '../location/watch.ts';
import { clock } from './clock.ts';
import type { Probes } from './scene.ts';

/** Time limit for loading the probes. A position usually takes longer than this file. */
const PATIENCE_MS = 3_000;

/**
 * Starts the probes. Their file is loaded from beside this one while the browser looks for a position, so
 * that a page that never verifies does not load it.
 */
export const startProbes = (signal: AbortSignal): Promise<Probes | undefined> =>
  import('./probes.ts').then(
    ({ openProbes }) => openProbes(signal),
    () => undefined,
  );

/** Signals that need no probe are always present. Probes that could not run are listed in `not_run`. */
export const readSignals = async (
  started: Promise<Probes | undefined>,
  search: Search,
): Promise<Pick<Evidence, 'clock' | 'device' | 'signals'>> => {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  const ready = started.then((finish) => finish?.(search));
  const found = await Promise.race([ready, late])
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
  return {
    clock: clock(),
    device: found?.device,
    signals: {
      // W3C WebDriver §4: the browser says that a program drives it.
      webdriver: navigator.webdriver === true,
      clock_track: [...search.track, readClocks()],
      ...(found?.signals ?? { not_run: { probes: 'not_loaded' } }),
    },
  };
};
