import { useEffect, useRef, useState } from 'react';
import type { DrawnFeature } from '../../../map/draw/bridge.ts';
import type { Geometry } from '../../../map/draw/geometry.ts';
import type { Drawing, LeafletMap, Tool } from '../../../map/draw/tools.ts';

interface Wanted {
  map: LeafletMap | null;
  tool: Tool;
  /** Under the pointer; null: nothing. */
  edited: Geometry | null;
  on: boolean;
  made(geometry: Geometry): void;
  moved(geometry: Geometry): void;
}

/** Drawing on the map for as long as it is there. Returns what is being drawn, and whether a shape is begun. */
export function useDrawing({ map, tool, edited, on, made, moved }: Wanted) {
  const [features, setFeatures] = useState<readonly DrawnFeature[]>([]);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const latest = useRef({ made, moved });
  latest.current = { made, moved };
  useEffect(() => {
    if (!map || !on) return;
    let opened: Drawing | null = null;
    let left = false;
    void import('../../../map/draw/tools.ts').then(({ openDrawing }) => {
      if (left) return;
      opened = openDrawing(map, {
        made: (geometry) => latest.current.made(geometry),
        moved: (geometry) => latest.current.moved(geometry),
        drawn: setFeatures,
      });
      setDrawing(opened);
    });
    return () => {
      left = true;
      opened?.close();
      setDrawing(null);
      setFeatures([]);
    };
  }, [map, on]);
  const key = JSON.stringify(edited);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the geometry.
  useEffect(() => {
    drawing?.use(tool);
    if (tool === 'select') drawing?.edit(edited);
  }, [drawing, tool, key]);
  return { features, busy: () => drawing?.busy() ?? false };
}
