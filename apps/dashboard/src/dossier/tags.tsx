import { Button, TextInput } from '@mantine/core';
import type { record } from '@standpoint/contract';
import { type FormEvent, useState } from 'react';
import { useWrite } from '../api/use-write.ts';
import type { Place } from '../app/place.ts';
import { Icon } from '../parts/icon.tsx';
import { Refusal } from '../parts/refusal.tsx';
import styles from './notes.module.css';
import { notesKey, recordPath, timelineKey } from './queries.ts';

interface TagsProps {
  tags: readonly string[];
  place: Place;
  id: string;
  /** Whether they may be changed. */
  open: boolean;
}

/** Small letters, digits, - and _: what was typed, made to fit. */
export const tagOf = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9_-]/g, '')
    .replace(/^[-_]+/, '')
    .slice(0, 40);

/** What `Tags` holds, and what its buttons and fields do. */
function useTags({ tags, place, id }: Pick<TagsProps, 'tags' | 'place' | 'id'>) {
  const [typed, setTyped] = useState('');
  const set = useWrite<record.Notes, { tags: readonly string[] }>({
    method: 'PUT',
    path: `${recordPath(place, id)}/tags`,
    stale: [notesKey(place, id), timelineKey(place, id)],
  });
  const tag = tagOf(typed);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (tag !== '') set.mutate({ tags: [...tags, tag] }, { onSuccess: () => setTyped('') });
  };
  return { typed, setTyped, set, tag, add };
}

export function Tags({ tags, place, id, open }: TagsProps) {
  const { typed, setTyped, set, tag, add } = useTags({ tags, place, id });
  if (!open && tags.length === 0) return null;
  return (
    <div className={styles.tags}>
      {tags.map((each) => (
        <span key={each} className={styles.tag}>
          {each}
          {open && (
            <button
              type="button"
              aria-label={`Remove the tag ${each}`}
              onClick={() => set.mutate({ tags: tags.filter((other) => other !== each) })}
            >
              <Icon name="cross" />
            </button>
          )}
        </span>
      ))}
      {open && (
        <form onSubmit={add} className={styles.addTag}>
          <TextInput
            aria-label="New tag"
            placeholder="tag"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" disabled={tag === ''} loading={set.isPending}>
            Add the tag
          </Button>
        </form>
      )}
      <Refusal error={set.error} />
    </div>
  );
}
