import { Button } from '@mantine/core';
import { Note } from '../parts/note.tsx';
import { type FilterField, type Filters, filterWords } from './filters.ts';
import styles from './unread-note.module.css';

const WORDS = new Intl.ListFormat('en', { type: 'conjunction' });

interface UnreadNoteProps {
  fields: readonly FilterField[];
  unread: Filters;
  /** Takes them out of the address. */
  clear(): void;
}

/** Above a list whose address asks for more than it can filter by: a link promised other rows. */
export function UnreadNote({ fields, unread, clear }: UnreadNoteProps) {
  const parts = Object.entries(unread).map(([name, value]) => `“${filterWords(fields, name, value)}”`);
  if (parts.length === 0) return null;
  return (
    <div className={styles.note} data-unread>
      <Note
        tone="review"
        live
        action={
          <Button size="xs" onClick={clear}>
            Remove
          </Button>
        }
      >
        The address asks for <bdi>{WORDS.format(parts)}</bdi>. This list cannot filter by that, so it shows
        the rows without it.
      </Note>
    </div>
  );
}
