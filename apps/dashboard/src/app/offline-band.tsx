import { useLostSince } from '../api/connection.ts';
import { shortTime } from '../clock/words.ts';
import { useZone } from '../clock/zone.ts';
import { Note } from '../parts/note.tsx';
import styles from './offline-band.module.css';

/**
 * Shown below the bar while the service does not answer. It says since when, because the page shows what it
 * had loaded by then.
 */
export function OfflineBand() {
  const since = useLostSince();
  const zone = useZone();
  return (
    <div className={styles.band} role="status">
      {since !== null && (
        <Note tone="review">
          <b>No connection since {shortTime(new Date(since), new Date(), zone).split(', ').at(-1)}.</b> You
          see what was loaded then. Changes are not possible until it returns.
        </Note>
      )}
    </div>
  );
}
