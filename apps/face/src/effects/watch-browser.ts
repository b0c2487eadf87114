import { asksForCamera, usesCamera } from '../flow/flow.ts';
import type { Driver } from './driver.ts';

/** Shorter absences leave a waiting answer whole. */
const AWAY_MS = 4_000;

/**
 * The browser's own events: the light goes off when the page goes; what was heard before a sleep, a cut or a
 * time in the background is asked for anew; and a page that comes out of the back-forward cache begins again
 * from the service's word.
 */
export const watchBrowser = (driver: Driver): void => {
  let hidden_at = 0;
  document.addEventListener('visibilitychange', () => {
    const { screen } = driver.state.value;
    if (document.hidden) {
      hidden_at = performance.now();
      // A capture in the background is worth nothing. The question for permission may hide the page, so it is
      // left alone.
      if (usesCamera(screen) && !asksForCamera(screen)) driver.dispatch({ type: 'paused' });
    } else if (performance.now() - hidden_at > AWAY_MS) driver.dispatch({ type: 'woke' });
  });
  // Page Lifecycle: out of a freeze, in which no timer ran and connections were lost unseen.
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
  // Another link in the same tab: the browser takes it for a place on this page.
  addEventListener('hashchange', () => {
    if (location.hash) location.reload();
  });
};
