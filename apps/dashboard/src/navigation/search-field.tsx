import { openPalette } from '../keyboard/palette-state.ts';
import { Icon } from '../parts/icon.tsx';
import styles from './search-field.module.css';

const APPLE = /Mac|iPhone|iPad/.test(navigator.platform);

/** Looks like a field and opens the palette, which is one. */
export const SearchField = () => (
  <button type="button" className={styles.find} onClick={openPalette}>
    <Icon name="search" />
    Search
    <kbd>{APPLE ? '⌘K' : 'Ctrl K'}</kbd>
  </button>
);
