import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { Icon } from '../../../parts/icon.tsx';
import { Note } from '../../../parts/note.tsx';
import { Numeric } from '../editor/numeric.tsx';
import { type PolicyField, problemWords } from '../editor/problem-words.ts';
import type { Editor } from '../editor/use-editor.ts';
import { withoutAbsent } from '../editor/without-absent.ts';
import type { Shape } from '../queries.ts';
import styles from './list.module.css';
import { PointsTable } from './points-table.tsx';
import type { Selection } from './use-selection.ts';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

const EFFECTS = [
  { value: 'allow', label: 'Allow' },
  { value: 'deny', label: 'Deny' },
  { value: 'exclusion', label: 'Exclude' },
];
const ABOUT = {
  allow: 'Inside is allowed.',
  deny: 'Inside is refused as outside of the allowed area.',
  exclusion: 'Inside is always refused, whatever else allows it.',
};

interface ShapeFormProps {
  editor: Editor;
  selection: Selection;
  shape: Shape;
  problems: readonly PolicyField[];
}

/** The shape that is chosen: what it does, its buffer, and every point by its numbers. */
export function ShapeForm({ editor, selection, shape, problems }: ShapeFormProps) {
  const at = selection.shape!;
  const { edits } = editor;
  const set = (next: Shape, about = '') =>
    editor.setShapes(
      editor.shapes.map((each, i) => (i === at ? withoutAbsent(next) : each)),
      about,
    );
  const remove = () => {
    editor.setShapes(editor.shapes.filter((_, i) => i !== at));
    selection.pick(null);
  };
  const faults = problems.filter(({ path }) => path.startsWith(`rule.shapes[${at}]`));
  return (
    <div className={styles.form}>
      {faults.map((fault) => (
        <Note key={fault.message} tone="fail">
          {problemWords(fault, editor.shapes)}
        </Note>
      ))}
      <Basics shape={shape} rule={editor.definition.rule?.buffer_m ?? 0} edits={edits} set={set} at={at} />
      <PointsTable shape={shape} selection={selection} edits={edits} change={set} />
      <p className="quiet small">
        Type numbers, or move the point on the map with the arrow keys: 10 m, with Shift 100 m.
      </p>
      {edits && (
        <div className={styles.row}>
          <Button size="xs" leftSection={<Icon name="trash" />} onClick={remove}>
            Remove the shape
          </Button>
        </div>
      )}
    </div>
  );
}

interface BasicsProps {
  shape: Shape;
  /** The buffer of the rule. */
  rule: number;
  edits: boolean;
  at: number;
  set(shape: Shape, about?: string): void;
}

function Measures({ shape, edits, at, set }: Omit<BasicsProps, 'rule'>) {
  const { circle } = shape;
  return (
    <div className={styles.half}>
      {circle && (
        <Numeric
          label="Radius"
          unit="m"
          value={circle.radius_m}
          least={1}
          most={5_000_000}
          readOnly={!edits}
          change={(radius_m) =>
            radius_m !== undefined && set({ ...shape, circle: { ...circle, radius_m } }, `radius ${at}`)
          }
        />
      )}
      <Numeric
        label="Error of its border"
        unit="m"
        value={shape.boundary_error_m}
        least={0}
        most={50_000}
        empty="0"
        readOnly={!edits}
        change={(boundary_error_m) => set({ ...shape, boundary_error_m } as Shape, `error ${at}`)}
      />
    </div>
  );
}

function Basics({ shape, rule, edits, at, set }: BasicsProps) {
  return (
    <>
      <div className={styles.two}>
        <TextInput
          label="Name"
          value={shape.name ?? ''}
          maxLength={100}
          readOnly={!edits}
          onChange={(event) =>
            set({ ...shape, name: event.currentTarget.value || undefined } as Shape, `name ${at}`)
          }
        />
        <Numeric
          label="Buffer"
          unit="m"
          value={shape.buffer_m}
          least={0}
          most={50_000}
          empty={String(rule)}
          readOnly={!edits}
          change={(buffer_m) => set({ ...shape, buffer_m } as Shape, `buffer ${at}`)}
        />
      </div>
      <div>
        <SegmentedControl
          fullWidth
          aria-label="Effect of the shape"
          data={EFFECTS}
          value={shape.effect}
          readOnly={!edits}
          onChange={(effect) => set({ ...shape, effect: effect as Shape['effect'] })}
        />
        <p className="quiet small">{ABOUT[shape.effect]}</p>
      </div>
      <Measures shape={shape} edits={edits} at={at} set={set} />
    </>
  );
}
