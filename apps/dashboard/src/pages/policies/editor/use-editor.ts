import { useEffect, useReducer } from 'react';
import type { Place } from '../../../app/place.ts';
import type { Definition, PolicyDraft, Rule, Shape } from '../queries.ts';
import { useAutosave } from './autosave.ts';
import { begun, changed, type History, redone, undone } from './history.ts';
import { inField } from './in-field.ts';
import { withoutAbsent } from './without-absent.ts';

type Step =
  | { kind: 'change'; next: Definition; about: string; at: number }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'begin'; next: Definition };

const step = (history: History, action: Step): History => {
  if (action.kind === 'change') return changed(history, action.next, action.about, action.at);
  if (action.kind === 'undo') return undone(history);
  return action.kind === 'redo' ? redone(history) : begun(action.next);
};

export interface Editor {
  definition: Definition;
  shapes: readonly Shape[];
  /** `about` names what is changed: keystrokes in one field are one step back. */
  change(next: Partial<Definition>, about?: string): void;
  changeRule(next: Partial<Rule>, about?: string): void;
  setShapes(shapes: readonly Shape[], about?: string): void;
  replace(definition: Definition): void;
  undo(): void;
  redo(): void;
  mayUndo: boolean;
  mayRedo: boolean;
  save: ReturnType<typeof useAutosave>;
  /** False: the person may only read. */
  edits: boolean;
  takeTheirs(): Promise<void>;
}

export function useEditor(place: Place, id: string, first: PolicyDraft, edits: boolean): Editor {
  const [history, act] = useReducer(step, first.definition, begun);
  const definition = history.now;
  const save = useAutosave({ place, id, first, now: definition, on: edits });
  const replace = (next: Definition, about = '') => {
    if (edits) act({ kind: 'change', next: withoutAbsent(next), about, at: Date.now() });
  };
  const change = (next: Partial<Definition>, about?: string) => replace({ ...definition, ...next }, about);
  const changeRule = (next: Partial<Rule>, about?: string) =>
    change({ rule: withoutAbsent({ ...definition.rule, ...next }) }, about);
  const undo = () => act({ kind: 'undo' });
  const redo = () => act({ kind: 'redo' });
  useUndoKeys(undo, redo, edits);
  return {
    definition,
    shapes: definition.rule?.shapes ?? [],
    change,
    changeRule,
    setShapes: (shapes, about) => changeRule({ shapes: shapes.length > 0 ? [...shapes] : undefined }, about),
    replace,
    undo,
    redo,
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
    save,
    edits,
    async takeTheirs() {
      const draft = await save.theirs();
      act({ kind: 'begin', next: draft.definition });
    },
  };
}

/** Inside a field, undoing is the field's own. */
function useUndoKeys(undo: () => void, redo: () => void, on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || inField(event.target)) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) redo();
      else undo();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  });
}
