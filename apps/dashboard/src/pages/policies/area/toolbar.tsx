import { useKeys } from '../../../keyboard/use-keys.ts';
import type { Tool } from '../../../map/draw/tools.ts';
import { Icon, type IconName } from '../../../parts/icon.tsx';
import type { Editor } from '../editor/use-editor.ts';
import styles from './map-pane.module.css';

const TOOLS: readonly { tool: Tool; word: string; key: string; icon: IconName; draws?: true }[] = [
  { tool: 'select', word: 'Select', key: 'v', icon: 'cursor' },
  { tool: 'polygon', word: 'Polygon', key: 'p', icon: 'shape', draws: true },
  { tool: 'circle', word: 'Circle', key: 'o', icon: 'circle', draws: true },
  { tool: 'try', word: 'Try a point', key: 't', icon: 'pin' },
];

const HINTS: Partial<Record<Tool, string>> = {
  polygon:
    'Click to set points; click the first one again to finish. Enter begins with a square in the ' +
    'middle, for the arrow keys.',
  circle: 'Click the centre, then the edge. Enter begins with a circle in the middle, for the arrow keys.',
  try: 'Click a place to see what this draft would decide there. Enter tries the middle.',
};

interface ToolbarProps {
  tool: Tool;
  setTool(tool: Tool): void;
  editor: Editor;
}

/** A key that chooses a tool also goes to the map, where the keys of the tool are. */
function toMap(tool: Tool, setTool: (tool: Tool) => void): void {
  setTool(tool);
  document.querySelector<HTMLElement>('[data-tool] [role="application"]')?.focus({ preventScroll: true });
}

/** What `Toolbar` holds, and what its buttons and fields do. */
function useToolbar({ setTool, editor }: Pick<ToolbarProps, 'setTool' | 'editor'>) {
  const tools = TOOLS.filter(({ draws }) => !draws || editor.edits);
  useKeys('Map', [
    ...tools.map(({ tool: each, word, key }) => ({
      keys: [key] as const,
      words: word,
      run: () => toMap(each, setTool),
    })),
  ]);
  return { tools };
}

export function Toolbar({ tool, setTool, editor }: ToolbarProps) {
  const { tools } = useToolbar({ setTool, editor });
  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label="Tools of the map">
        {tools.map(({ tool: each, word, key, icon }) => (
          <button key={each} type="button" aria-pressed={tool === each} onClick={() => toMap(each, setTool)}>
            <Icon name={icon} />
            {word}
            <kbd className={styles.key}>{key.toUpperCase()}</kbd>
          </button>
        ))}
        {editor.edits && (
          <>
            <button
              type="button"
              aria-label="Undo"
              title="Undo (Ctrl Z)"
              disabled={!editor.mayUndo}
              onClick={editor.undo}
            >
              <Icon name="undo" />
            </button>
            <button
              type="button"
              aria-label="Redo"
              title="Redo (Ctrl Y)"
              disabled={!editor.mayRedo}
              onClick={editor.redo}
            >
              <Icon name="redo" />
            </button>
          </>
        )}
      </div>
      {HINTS[tool] && <p className={styles.hint}>{HINTS[tool]}</p>}
    </>
  );
}
