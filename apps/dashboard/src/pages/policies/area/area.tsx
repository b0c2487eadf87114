import { useState } from 'react';
import type { Place } from '../../../app/place.ts';
import type { LeafletMap, Tool } from '../../../map/draw/tools.ts';
import { Changes } from '../backtest/changes.tsx';
import type { LiveBacktest } from '../backtest/use-backtest.ts';
import { useFlips } from '../backtest/use-flips.ts';
import type { PolicyField } from '../editor/problem-words.ts';
import type { Editor } from '../editor/use-editor.ts';
import type { Choices } from '../queries.ts';
import { newShape } from '../shapes/geometry.ts';
import { useSelection } from '../shapes/use-selection.ts';
import styles from './area.module.css';
import { Legend } from './legend.tsx';
import { startOf } from './map-acts.ts';
import { MapPane } from './map-pane.tsx';
import { Side } from './side.tsx';
import { TryResult } from './try-result.tsx';
import { useTrial } from './use-trial.ts';

interface AreaProps {
  place: Place;
  id: string;
  editor: Editor;
  choices: Choices;
  problems: readonly PolicyField[];
  live: LiveBacktest;
  blocked: string | null;
}

/** What `Area` holds, and what its buttons and fields do. */
function useArea({ place, id, editor, live }: Pick<AreaProps, 'place' | 'id' | 'editor' | 'live'>) {
  const selection = useSelection(editor.shapes.length);
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [tool, setTool] = useState<Tool>('select');
  const flips = useFlips({ place, id, live });
  const trial = useTrial(id, editor);
  const use = (next: Tool) => {
    setTool(next);
    if (next !== 'try') trial.setQuestion(null);
  };
  const begin = (kind: Tool) => {
    const geometry = startOf(kind, map);
    editor.setShapes([...editor.shapes, newShape(geometry, editor.shapes)]);
    selection.pick(editor.shapes.length, 0);
    use('select');
  };
  return { selection, map, setMap, tool, use, flips, trial, begin };
}

/** Where the policy lets people be: form, map, and what the draft would change. */
export function Area({ place, id, editor, choices, problems, live, blocked }: AreaProps) {
  const own = useArea({ place, id, editor, live });
  return (
    <div className={styles.area}>
      <Side
        editor={editor}
        choices={choices}
        selection={own.selection}
        problems={problems}
        begin={own.begin}
      />
      <div className={styles.map}>
        <AreaMap editor={editor} own={own} />
        <Changes place={place} id={id} live={live} blocked={blocked} edits={editor.edits} flips={own.flips} />
      </div>
    </div>
  );
}

/** The map, with what is drawn, tried and flipped on it. */
function AreaMap({ editor, own }: { editor: Editor; own: ReturnType<typeof useArea> }) {
  const { selection, map, setMap, tool, use, flips, trial } = own;
  const { question, tried } = trial;
  return (
    <MapPane
      editor={editor}
      selection={selection}
      map={map}
      setMap={setMap}
      tool={tool}
      setTool={use}
      flips={flips.marks}
      chosen={flips.chosen}
      choose={flips.choose}
      tried={trial.mark}
      tryAt={trial.tryAt}
      label={labelOf(editor)}
    >
      <Legend shown={[...new Set(flips.marks.map(({ to }) => to))]} />
      {question && (
        <TryResult
          question={question}
          result={tried}
          change={trial.setQuestion}
          close={() => use('select')}
        />
      )}
    </MapPane>
  );
}

const labelOf = ({ definition, shapes }: Editor): string =>
  `The area of ${definition.name}: ` +
  `${[...(definition.rule?.allow ?? []), `${shapes.length} ${shapes.length === 1 ? 'shape' : 'shapes'}`].join(', ')}`;
