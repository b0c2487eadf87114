import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react';
import { DrawOverlay, type OverlayProps } from '../../../map/draw/overlay.tsx';
import type { LeafletMap, Tool } from '../../../map/draw/tools.ts';
import { GeoMap } from '../../../map/geo-map.tsx';
import { wrapped } from '../../../map/globe/turns.ts';
import type { LngLat } from '../../../map/mercator.ts';
import type { Editor } from '../editor/use-editor.ts';
import { DRAGGED_MOST, geometryOf, pointCount, pointsOf } from '../shapes/geometry.ts';
import type { Selection } from '../shapes/use-selection.ts';
import { buffersOf, layersOf } from './layers.ts';
import { mapActs } from './map-acts.ts';
import styles from './map-pane.module.css';
import { Toolbar } from './toolbar.tsx';
import { useDrawing } from './use-drawing.ts';
import { useFit } from './use-fit.ts';
import { useHeight } from './use-height.ts';
import { pressed } from './use-map-keys.ts';

interface MapPaneProps {
  editor: Editor;
  selection: Selection;
  map: LeafletMap | null;
  setMap(map: LeafletMap | null): void;
  tool: Tool;
  setTool(tool: Tool): void;
  flips: OverlayProps['flips'];
  chosen: string | null;
  choose(id: string): void;
  tried: OverlayProps['tried'];
  tryAt(at: LngLat): void;
  label: string;
  children?: ReactNode;
}

/** What `MapPane` holds, and what its buttons and fields do. */
function useMapPane(props: MapPaneProps) {
  const { editor, selection, map, setMap, tool, setTool, tried, tryAt } = props;
  const box = useRef<HTMLDivElement>(null);
  const height = useHeight(box);
  const fit = useFit(editor.definition);
  const shape = selection.shape === null ? null : (editor.shapes[selection.shape] ?? null);
  const edited = shape && editor.edits && pointCount(shape) <= DRAGGED_MOST ? geometryOf(shape) : null;
  const hidden = tool === 'select' && edited ? selection.shape : null;
  const layers = useMemo(() => layersOf(editor.definition, hidden), [editor.definition, hidden]);
  const buffers = useMemo(() => buffersOf(editor.definition), [editor.definition]);
  const acts = mapActs({ editor, selection, tool, setTool, tryAt, map });
  const clicked = useRef(acts.clicked);
  clicked.current = acts.clicked;
  const { features, busy } = useDrawing({ map, tool, edited, on: editor.edits, ...acts });
  const leave = () => (tool === 'select' ? selection.pick(null) : setTool('select'));
  const keyed = (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).closest('[role="application"]')) return;
    const state = {
      tool,
      shape,
      selection,
      tried: tried?.at ?? null,
      edits: editor.edits,
      busy,
      tryAt,
      leave,
    };
    if (!pressed(event, { ...state, ...acts })) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const ready = (opened: LeafletMap) => {
    opened.scrollWheelZoom.enable();
    opened.on('click', ({ latlng: { lng, lat } }) => clicked.current([lng, lat]));
    setMap(opened);
    return () => setMap(null);
  };
  const active = shape && selection.point !== null ? (pointsOf(shape)[selection.point] ?? null) : null;
  return { box, height, fit, shape, edited, layers, buffers, features, keyed, ready, active };
}

/** The map of a policy, with the tools to draw on it. */
export function MapPane(props: MapPaneProps) {
  const {
    editor,
    selection,
    map,
    setMap: _,
    tool,
    setTool,
    tried,
    tryAt: __,
    label,
    children,
    ...marks
  } = props;
  const { box, height, fit, shape, edited, layers, buffers, features, keyed, ready, active } =
    useMapPane(props);
  return (
    <div ref={box} className={styles.pane} data-tool={tool} onKeyDownCapture={keyed}>
      {height > 0 && (
        <GeoMap label={label} layers={layers} fit={fit} height={height} table={false} onReady={ready}>
          {map && (
            <DrawOverlay
              map={map}
              features={tool === 'select' && !edited ? [] : features}
              effect={shape?.effect ?? 'exclusion'}
              active={active}
              buffers={buffers}
              tried={tried}
              {...marks}
            />
          )}
          <Toolbar tool={tool} setTool={setTool} editor={editor} />
          {children}
        </GeoMap>
      )}
      <p className="unseen" aria-live="polite">
        {active && `Point ${selection.point! + 1}: ${active[1].toFixed(5)}, ${wrapped(active[0]).toFixed(5)}`}
      </p>
    </div>
  );
}
