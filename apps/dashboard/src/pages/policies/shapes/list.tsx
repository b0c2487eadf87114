import { Outcome } from '../../../parts/outcome.tsx';
import type { PolicyField } from '../editor/problem-words.ts';
import type { Editor } from '../editor/use-editor.ts';
import { pointCount, shapeWords } from './geometry.ts';
import styles from './list.module.css';
import type { Selection } from './use-selection.ts';

interface ShapeListProps {
  editor: Editor;
  selection: Selection;
  problems: readonly PolicyField[];
}

/** The policy's own areas. Choosing one opens it below, and on the map. */
export function ShapeList({ editor, selection, problems }: ShapeListProps) {
  if (editor.shapes.length === 0)
    return (
      <p className="quiet small">
        No shape yet. {editor.edits && 'Draw one on the map (P or O), or add one by numbers or from GeoJSON.'}
      </p>
    );
  return (
    <ul className={styles.shapes}>
      {editor.shapes.map((shape, i) => {
        const wrong = problems.some(({ path }) => path.startsWith(`rule.shapes[${i}]`));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a shape is its place in the list; names may repeat.
          <li key={i}>
            <button
              type="button"
              className={styles.shape}
              aria-pressed={selection.shape === i}
              onClick={() => selection.pick(selection.shape === i ? null : i)}
            >
              <span className={styles.swatch} data-effect={shape.effect} />
              <span className={styles.words}>
                {shape.name ?? 'Without a name'}
                <small>{shapeWords(shape)}</small>
              </span>
              {wrong ? (
                <Outcome tone="fail">fault</Outcome>
              ) : (
                <small>{shape.circle ? '' : `${pointCount(shape).toLocaleString('en')} points`}</small>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
