import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Tool } from '../../../map/draw/tools.ts';
import { Icon } from '../../../parts/icon.tsx';
import { Numeric } from '../editor/numeric.tsx';
import type { PolicyField } from '../editor/problem-words.ts';
import type { Editor } from '../editor/use-editor.ts';
import type { Choices } from '../queries.ts';
import { ShapeForm } from '../shapes/form.tsx';
import { GeoJson, type GeoJsonNote, GeoJsonWords } from '../shapes/geojson.tsx';
import { ShapeList } from '../shapes/list.tsx';
import type { Selection } from '../shapes/use-selection.ts';
import styles from './area.module.css';
import { RegionsField } from './regions-field.tsx';
import { TypesField } from './types-field.tsx';

interface SideProps {
  editor: Editor;
  choices: Choices;
  selection: Selection;
  problems: readonly PolicyField[];
  begin(tool: Tool): void;
}

const RuleFields = ({ editor, choices }: Pick<SideProps, 'editor' | 'choices'>) => (
  <>
    <RegionsField
      label="Allowed countries and regions"
      none="everywhere that is not denied"
      codes={editor.definition.rule?.allow ?? []}
      regions={choices.regions}
      edits={editor.edits}
      change={(allow) => editor.changeRule({ allow } as { allow?: string[] })}
    />
    <RegionsField
      label="Denied countries and regions"
      none="none"
      codes={editor.definition.rule?.deny ?? []}
      regions={choices.regions}
      edits={editor.edits}
      change={(deny) => editor.changeRule({ deny } as { deny?: string[] })}
    />
    <Numeric
      label="Buffer at every border"
      unit="m"
      value={editor.definition.rule?.buffer_m}
      least={0}
      most={50_000}
      empty="0"
      readOnly={!editor.edits}
      description="The allowed side is narrower by this much."
      change={(buffer_m) => editor.changeRule({ buffer_m } as { buffer_m?: number }, 'buffer')}
    />
  </>
);

const Adds = ({ begin }: Pick<SideProps, 'begin'>) => (
  <div className={styles.adds}>
    <Button
      size="xs"
      leftSection={<Icon name="plus" />}
      aria-label="Add an area by numbers"
      onClick={() => begin('polygon')}
    >
      Area
    </Button>
    <Button
      size="xs"
      leftSection={<Icon name="plus" />}
      aria-label="Add a circle by numbers"
      onClick={() => begin('circle')}
    >
      Circle
    </Button>
  </div>
);

/** The rule in words and numbers, beside the map. */
export function Side({ editor, choices, selection, problems, begin }: SideProps) {
  const [note, setNote] = useState<GeoJsonNote | null>(null);
  const shape = selection.shape === null ? null : (editor.shapes[selection.shape] ?? null);
  return (
    <div className={styles.side}>
      <TypesField editor={editor} />
      <RuleFields editor={editor} choices={choices} />
      <section>
        <div className={styles.head}>
          <h2>Shapes</h2>
          <GeoJson editor={editor} choices={choices} tell={setNote} />
        </div>
        {note && <GeoJsonWords note={note} close={() => setNote(null)} />}
        <ShapeList editor={editor} selection={selection} problems={problems} />
        {editor.edits && <Adds begin={begin} />}
        {shape && <ShapeForm editor={editor} selection={selection} shape={shape} problems={problems} />}
      </section>
    </div>
  );
}
