import { Button, Menu } from '@mantine/core';
import { useRef, useState } from 'react';
import { write } from '../../../api/client.ts';
import { Refused } from '../../../api/refused.ts';
import { usePlace } from '../../../app/place.ts';
import { Icon } from '../../../parts/icon.tsx';
import { Note } from '../../../parts/note.tsx';
import type { Editor } from '../editor/use-editor.ts';
import { type Choices, policiesPath, type ReadShapes } from '../queries.ts';
import { download } from './download.ts';
import { geoJsonOf } from './geojson-text.ts';
import '@mantine/core/styles/Menu.layer.css';

interface GeoJsonProps {
  editor: Editor;
  choices: Choices;
  tell(note: GeoJsonNote | null): void;
}

export interface GeoJsonNote {
  tone: 'fail' | 'info';
  lines: readonly string[];
}

/** What `GeoJson` holds, and what its buttons and fields do. */
function useGeoJson({ editor, choices, tell }: GeoJsonProps) {
  const place = usePlace();
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const take = async (file: File) => {
    setBusy(true);
    tell(await readInto(file, editor, choices.body_most, policiesPath(place)));
    setBusy(false);
  };
  return { field, busy, take };
}

/** Shapes out of a file, and into one. */
export function GeoJson({ editor, choices, tell }: GeoJsonProps) {
  const { field, busy, take } = useGeoJson({ editor, choices, tell });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="subtle" loading={busy} rightSection={<Icon name="down" />}>
            GeoJSON
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {editor.edits && (
            <Menu.Item onClick={() => field.current?.click()}>Add shapes from a file</Menu.Item>
          )}
          <Menu.Item
            disabled={editor.shapes.length === 0}
            onClick={() => download(`${editor.definition.name}.geojson`, geoJsonOf(editor.shapes))}
          >
            Download the shapes
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={field}
        type="file"
        hidden
        aria-label="GeoJSON file"
        accept=".json,.geojson,application/geo+json,application/json"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) void take(file);
        }}
      />
    </>
  );
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(bytes < 2 ** 20 ? 1 : 0)} MB`;

/** Its size is known before a byte of it is read. */
async function readInto(file: File, editor: Editor, most: number, path: string): Promise<GeoJsonNote> {
  if (file.size > most)
    return {
      tone: 'fail',
      lines: [
        `${file.name} has ${megabytes(file.size)}, more than ${megabytes(most)}. It was not read. ` +
          'Simplify its shapes: a corner every 10 m is plenty.',
      ],
    };
  let geojson: unknown;
  try {
    geojson = JSON.parse((await file.text()).replace(/^\ufeff/, ''));
  } catch {
    return { tone: 'fail', lines: [`${file.name} is not JSON. No shape was added.`] };
  }
  try {
    const { shapes, notes } = await write<ReadShapes>('POST', `${path}/shapes`, {
      geojson,
      effect: 'exclusion',
    });
    editor.setShapes([...editor.shapes, ...shapes]);
    const added =
      `${shapes.length} ${shapes.length === 1 ? 'shape' : 'shapes'} added from ${file.name}. Undo takes ` +
      'them away again.';
    return { tone: 'info', lines: [added, ...notes] };
  } catch (error) {
    const fields = error instanceof Refused ? error.fields : [];
    const lines = fields.length > 0 ? fields.map(({ message }) => message) : [(error as Error).message];
    return { tone: 'fail', lines: [`No shape was added from ${file.name}.`, ...lines] };
  }
}

export const GeoJsonWords = ({ note, close }: { note: GeoJsonNote; close(): void }) => (
  <Note
    tone={note.tone}
    live
    action={
      <Button size="xs" variant="subtle" onClick={close}>
        Close
      </Button>
    }
  >
    {note.lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </Note>
);
