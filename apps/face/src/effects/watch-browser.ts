import { asksForCamera, usesCamera } from '../flow/flow.ts';
import type { Driver } from './driver.ts';

/** After a shorter absence a pending answer is still good. */
const AWAY_MS = 4_000;

/**
 * Handles the browser's own events. The camera goes off when the page is hidden. After sleep, a lost
 * connection or time in the background the page asks the service again. A page that comes back from the
 * back-forward cache starts again from the service's state.
 */
export const watchBrowser = (driver: Driver): void => {
  let hidden_at = 0;
  document.addEventListener('visibilitychange', () => {
    const { screen } = driver.state.value;
    if (document.hidden) {
      hidden_at = performance.now();
      // A capture in the background is useless. The permission prompt may hide the page, so that screen is
      // left alone.
      if (usesCamera(screen) && !asksForCamera(screen)) driver.dispatch({ type: 'paused' });
    } else if (performance.now() - hidden_at > AWAY_MS) driver.dispatch({ type: 'woke' });
  });
  // Page Lifecycle: after a freeze no timer has run, and connections were lost without an event.
  document.addEventListener('resume', () => driver.dispatch({ type: 'woke' }));
  addEventListener('pagehide', () => driver.stop());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) driver.dispatch({ type: 'reload' });
  });
  addEventListener('offline', () => driver.dispatch({ type: 'network', offline: true }));
  addEventListener('online', () => {
    driver.dispatch({ type: 'network', offline: false });
    driver.dispatch({ type: 'woke' });
  });
  screen.orientation?.addEventListener('change', () => driver.dispatch({ type: 'rotated' }));
  // Another link opened in the same tab: the browser treats it as a place on this page.
  addEventListener('hashchange', () => {
    if (location.hash) location.reload();
  });
};
