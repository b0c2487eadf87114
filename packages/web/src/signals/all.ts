import type { Evidence } from '@standpoint/contract';
import { look, type Search } from '../location/position.ts';
import { clock } from './clock.ts';
import type { Probes } from './scene.ts';

/** A position usually takes longer than this file; nobody waits for it for ever. */
const PATIENCE_MS = 3_000;

/**
 * Starts the probes: a file of their own, loaded from beside this one while the browser looks for a position,
 * so that a page that never verifies does not carry them.
 */
export const startProbes = (): Promise<Probes | undefined> =>
  import('./probes.ts').then(
    ({ openProbes }) => openProbes(),
    () => undefined,
  );

/** What needs no probe is always there; what could not run is said, never left out in silence. */
export const readSignals = async (
  started: Promise<Probes | undefined>,
  search: Search,
): Promise<Pick<Evidence, 'clock' | 'device' | 'signals'>> => {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
  const found = await Promise.race([started.then((finish) => finish?.(search)), late]).catch(() => undefined);
  return {
    clock: clock(),
    device: found?.device,
    signals: {
      // W3C WebDriver §4: the browser's own word on being driven.
      webdriver: navigator.webdriver === true,
      clock_track: [...search.track, look()],
      ...(found?.signals ?? { not_run: { probes: 'not_loaded' } }),
    },
  };
};
