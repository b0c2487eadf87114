import { useKeys } from '../../keyboard/use-keys.ts';
import { Icon } from '../../parts/icon.tsx';
import styles from './pill.module.css';

interface FreshPillProps {
  /** "12 new"; null while there is nothing new. */
  words: string | null;
  show(): void;
}

/** Beside the title, so that nothing moves: how many rows are new. They stand in the list only when that is wanted. */
export function FreshPill({ words, show }: FreshPillProps) {
  useKeys('This list', [{ keys: ['n'], words: 'Show what is new', when: () => words !== null, run: show }]);
  return (
    <span role="status">
      {words && (
        <button type="button" className={styles.pill} onClick={show}>
          <Icon name="arrow" className={styles.up} />
          {words} <kbd>N</kbd>
        </button>
      )}
    </span>
  );
}
