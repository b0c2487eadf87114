import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Place } from '../../../app/place.ts';
import type { LeafletMap, Tool } from '../../../map/draw/tools.ts';
import type { LngLat } from '../../../map/mercator.ts';
import { FlipDialog } from '../backtest/flip-dialog.tsx';
import { Flips, type FlipTab } from '../backtest/flips.tsx';
import panel from '../backtest/panel.module.css';
import { BacktestSummary } from '../backtest/panel.tsx';
import type { LiveBacktest } from '../backtest/use-backtest.ts';
import type { PolicyField } from '../editor/problem-words.ts';
import type { Editor } from '../editor/use-editor.ts';
import { type Choices, flipsQuery, type ListedFlip } from '../queries.ts';
import { newShape } from '../shapes/geometry.ts';
import { useSelection } from '../shapes/use-selection.ts';
import styles from './area.module.css';
import { Legend } from './legend.tsx';
import { startOf } from './map-acts.ts';
import { MapPane } from './map-pane.tsx';
import { Side } from './side.tsx';
import { type Try, TryResult, useTried } from './try-result.tsx';

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
  const [question, setQuestion] = useState<Try | null>(null);
  const [opened, setOpened] = useState<ListedFlip | null>(null);
  const flips = useFlips(place, id, live);
  const tried = useTried(id, question, editor.edits ? editor.definition : null);
  const use = (next: Tool) => {
    setTool(next);
    if (next !== 'try') setQuestion(null);
  };
  const tryAt = (at: LngLat) => setQuestion({ accuracy_m: 30, network: '', ...question, at });
  const begin = (kind: Tool) => {
    const geometry = startOf(kind, map);
    editor.setShapes([...editor.shapes, newShape(geometry, editor.shapes)]);
    selection.pick(editor.shapes.length, 0);
    use('select');
  };
  const mark = question && {
    at: question.at,
    radius_m: question.accuracy_m,
    to: tried.data?.decision ?? ('retry' as const),
  };
  const { test } = live;
  return {
    selection,
    map,
    setMap,
    tool,
    question,
    setQuestion,
    opened,
    setOpened,
    flips,
    tried,
    use,
    tryAt,
    begin,
    mark,
    test,
  };
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
        <MapPane
          editor={editor}
          selection={own.selection}
          map={own.map}
          setMap={own.setMap}
          tool={own.tool}
          setTool={own.use}
          flips={own.flips.marks}
          chosen={own.flips.chosen}
          choose={own.flips.choose}
          tried={own.mark}
          tryAt={own.tryAt}
          label={labelOf(editor)}
        >
          <Legend shown={[...new Set(own.flips.marks.map(({ to }) => to))]} />
          {own.question && (
            <TryResult
              question={own.question}
              result={own.tried}
              change={own.setQuestion}
              close={() => own.use('select')}
            />
          )}
        </MapPane>
        <div className={panel.panel}>
          <BacktestSummary place={place} live={live} blocked={blocked} edits={editor.edits} />
          {own.test && <Flips place={place} id={id} test={own.test} {...own.flips} open={own.setOpened} />}
        </div>
      </div>
      {own.opened && own.test && (
        <FlipDialog
          place={place}
          id={id}
          backtest_id={own.test.backtest_id}
          flip={own.opened}
          close={() => own.setOpened(null)}
        />
      )}
    </div>
  );
}

/** The list and the marks on the map light each other up. */
function useFlips(place: Place, id: string, { test }: LiveBacktest) {
  const [tab, setTab] = useState<FlipTab>('');
  const [chosen, choose] = useState<string | null>(null);
  const { data } = useQuery({
    ...flipsQuery(place, id, test ?? ({ backtest_id: '', listed: 0 } as never), tab),
    enabled: (test?.listed ?? 0) > 0,
  });
  const listed = (test?.listed ?? 0) > 0 ? (data?.flips ?? []) : [];
  const marks = listed.flatMap(({ verification_id, position, to, customer_id }) =>
    position
      ? [{ id: verification_id, at: [position.lng, position.lat] as LngLat, to, label: customer_id ?? '' }]
      : [],
  );
  return { tab, setTab, chosen, choose, marks };
}

const labelOf = ({ definition, shapes }: Editor): string =>
  `The area of ${definition.name}: ` +
  `${[...(definition.rule?.allow ?? []), `${shapes.length} ${shapes.length === 1 ? 'shape' : 'shapes'}`].join(', ')}`;
