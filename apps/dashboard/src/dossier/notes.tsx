import { Button, Textarea } from '@mantine/core';
import type { record } from '@standpoint/contract';
import { DECIDERS } from '@standpoint/contract/dashboard/role-sets';
import { type FormEvent, useState } from 'react';
import { roleIn, useMe } from '../api/me.ts';
import { useWrite } from '../api/use-write.ts';
import type { Place } from '../app/place.ts';
import { Block } from '../parts/block.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { Time } from '../parts/time.tsx';
import styles from './notes.module.css';
import { notesKey, recordPath, timelineKey, useNotes } from './queries.ts';
import { Tags } from './tags.tsx';

interface NotesProps {
  place: Place;
  id: string;
}

/** What the team says of a record. It goes with the person. */
export function Notes({ place, id }: NotesProps) {
  const query = useNotes(place, id);
  const role = roleIn(useMe(), place.org);
  const mayWrite = role !== null && DECIDERS.includes(role);
  return (
    <Block title="Notes">
      <Loaded<record.Notes> query={query} what="The notes" columns={[80]} rows={2}>
        {(notes) => (
          <div className={styles.notes}>
            {notes.notes.map((note) => (
              <Note key={note.note_id} note={note} place={place} id={id} mayWrite={mayWrite} />
            ))}
            <Tags tags={notes.tags} place={place} id={id} open={notes.open && mayWrite} />
            {notes.open && mayWrite && <NewNote place={place} id={id} />}
            {!notes.open && <p className="quiet">The customer was erased, and the notes with them.</p>}
            {notes.open && notes.notes.length === 0 && (
              <p className="quiet" data-paper-only={mayWrite || undefined}>
                No notes.
              </p>
            )}
          </div>
        )}
      </Loaded>
    </Block>
  );
}

interface NoteProps extends NotesProps {
  note: record.Notes['notes'][number];
  mayWrite: boolean;
}

function Note({ note, place, id, mayWrite }: NoteProps) {
  const remove = useWrite<record.Notes>({
    method: 'DELETE',
    path: `${recordPath(place, id)}/notes/${note.note_id}`,
    stale: [notesKey(place, id), timelineKey(place, id)],
  });
  return (
    <article className={styles.note}>
      <p className={styles.by}>
        <b>{note.mine ? 'You' : (note.by ?? 'A former member')}</b> <Time at={note.at} />
        {note.mine && mayWrite && (
          <Button size="xs" variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
            Take back
          </Button>
        )}
      </p>
      <p className={styles.text}>{note.text}</p>
      <Refusal error={remove.error} />
    </article>
  );
}

function NewNote({ place, id }: NotesProps) {
  const [text, setText] = useState('');
  const add = useWrite<record.Notes, { text: string }>({
    method: 'POST',
    path: `${recordPath(place, id)}/notes`,
    stale: [notesKey(place, id), timelineKey(place, id)],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const note = text.trim();
    // A person who typed on while the note was on its way keeps the text.
    const clear = () => setText((now) => (now.trim() === note ? '' : now));
    if (note !== '') add.mutate({ text: note }, { onSuccess: clear });
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <Textarea
        label="New note"
        description="It stays with the record, is seen by your team only, and is erased with the customer."
        autosize
        minRows={2}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Refusal error={add.error} />
      <div>
        <Button type="submit" disabled={text.trim() === ''} loading={add.isPending}>
          Write the note
        </Button>
      </div>
    </form>
  );
}
