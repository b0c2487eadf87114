import { timeOfDay } from '../clock/words.ts';
import { useZone } from '../clock/zone.ts';
import { Icon } from '../parts/icon.tsx';
import { useLiveState } from './news.ts';
import styles from './state-word.module.css';

/** In the navigation: whether lists hear of what happens. */
export function LiveWord() {
  const { live, since } = useLiveState();
  const zone = useZone();
  return (
    <p className={styles.word} role="status" data-live={live || undefined}>
      <Icon name={live ? 'pulse' : 'redo'} />
      {live
        ? 'Live'
        : since === null
          ? 'Connecting'
          : `Reconnecting, data from ${timeOfDay(new Date(since), zone)}`}
    </p>
  );
}
