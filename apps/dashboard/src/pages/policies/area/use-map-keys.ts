import type { KeyboardEvent } from 'react';
import { onEarth } from '../../../map/draw/geometry.ts';
import type { Tool } from '../../../map/draw/tools.ts';
import type { LngLat } from '../../../map/mercator.ts';
import type { Shape } from '../queries.ts';
import { movedPoint, pointsOf, steered, withoutPoint } from '../shapes/geometry.ts';
import type { Selection } from '../shapes/use-selection.ts';

interface MapKeys {
  tool: Tool;
  shape: Shape | null;
  selection: Selection;
  tried: LngLat | null;
  edits: boolean;
  /** A shape that is begun with the mouse has its own Enter and Escape. */
  busy(): boolean;
  change(shape: Shape, about: string): void;
  remove(): void;
  /** Enter, where a shape or a point is to begin: in the middle of the map. */
  begin(): void;
  tryAt(at: LngLat): void;
  leave(): void;
}

/** Keys on the map: arrows 10 m, with Shift 100 m; Tab the next point; Delete takes it away. True: the key was ours. */
export function pressed(event: KeyboardEvent, keys: MapKeys): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || keys.busy()) return false;
  if (keys.tool === 'try') return pressedWhileTrying(event, keys);
  if (event.key === 'Escape' && (keys.selection.shape !== null || keys.tool !== 'select')) {
    keys.leave();
    return true;
  }
  if (keys.tool !== 'select') {
    if (event.key !== 'Enter' || !keys.edits) return false;
    keys.begin();
    return true;
  }
  return keys.shape !== null && keys.edits && pressedOnShape(event, keys, keys.shape);
}

function pressedWhileTrying(event: KeyboardEvent, keys: MapKeys): boolean {
  const next = keys.tried && steered(keys.tried, event.key, event.shiftKey);
  if (next) keys.tryAt(onEarth(next));
  else if (event.key === 'Enter') keys.begin();
  else if (event.key === 'Escape') keys.leave();
  else return false;
  return true;
}

function pressedOnShape(event: KeyboardEvent, keys: MapKeys, shape: Shape): boolean {
  const { selection } = keys;
  const points = pointsOf(shape);
  const at = selection.point ?? 0;
  const next = points[at] && steered(points[at], event.key, event.shiftKey);
  if (next) {
    if (selection.point === null) selection.pick(selection.shape, at);
    keys.change(movedPoint(shape, at, next), `move ${selection.shape} ${at}`);
    return true;
  }
  if (event.key === 'Tab') return toNextPoint(event.shiftKey, points.length, selection);
  if (event.key !== 'Delete' && event.key !== 'Backspace') return false;
  const less = selection.point === null ? null : withoutPoint(shape, selection.point);
  if (less) {
    keys.change(less, '');
    selection.pick(selection.shape, Math.min(at, points.length - 2));
  } else if (selection.point === null || shape.circle) keys.remove();
  return true;
}

/** After the last point, Tab goes on to what follows the map, which holds no focus captive. */
function toNextPoint(back: boolean, count: number, selection: Selection): boolean {
  const next = selection.point === null ? (back ? -1 : 0) : selection.point + (back ? -1 : 1);
  if (next < 0 || next >= count) {
    selection.pick(selection.shape, null);
    return false;
  }
  selection.pick(selection.shape, next);
  return true;
}
