import { Icon } from '../../../parts/icon.tsx';
import styles from './panel.module.css';

/** From one decision to the next, in the direction in which the page is read. */
export const Becomes = () => (
  <span className={styles.becomes}>
    <Icon name="arrow" />
    <span className="unseen">becomes</span>
  </span>
);
