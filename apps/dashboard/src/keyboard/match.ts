/** What a key does on this page. */
export interface Binding {
  /** One key, or two that are pressed one after the other: ['g', 'v']. */
  keys: readonly [string] | readonly [string, string];
  words: string;
  run(): void;
  /** Only then. */
  when?: () => boolean;
  /** Not in the list of keys. */
  hidden?: boolean;
}

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** How long the second key of two may take. */
export const SECOND_KEY_MS = 1_200;

/** Of a keyboard event, what bindings name: letters in lower case, and `Shift+` before a capital. */
export const nameOf = ({ key, shiftKey }: Pressed): string =>
  shiftKey && /^[A-Za-z]$/.test(key)
    ? `Shift+${key.toLowerCase()}`
    : key.length === 1
      ? key.toLowerCase()
      : key;

/** WCAG 2.1.4: keys that a person who speaks to their computer may press by accident. The space bar is none of them. */
const isCharacter = (key: string): boolean => key !== ' ' && (key.length === 1 || /^Shift\+.$/.test(key));

/** As it is printed on a key. */
export const labelOf = (key: string): string => {
  const arrows: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc', ' ': 'Space' };
  const shifted = /^Shift\+(.)$/.exec(key);
  if (shifted) return `⇧${shifted[1]!.toUpperCase()}`;
  return arrows[key] ?? (key.length === 1 ? key.toUpperCase() : key);
};

interface Step {
  run: Binding | null;
  /** The first of two keys that wait for the second. */
  waits: string | null;
}

/**
 * What a key does. `before` is the first key of a pair such as `g v`. When a key is bound twice, the later
 * binding counts.
 */
export function step(
  before: string | null,
  pressed: Pressed,
  bindings: readonly Binding[],
  letters: boolean,
): Step {
  const nothing = { run: null, waits: null };
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return nothing;
  const key = nameOf(pressed);
  if (!letters && isCharacter(key)) return nothing;
  const open = bindings.filter(({ when }) => !when || when());
  const second =
    before && open.findLast(({ keys }) => keys.length === 2 && keys[0] === before && keys[1] === key);
  if (second) return { run: second, waits: null };
  const single = open.findLast(({ keys }) => keys.length === 1 && keys[0] === key);
  if (single) return { run: single, waits: null };
  return open.some(({ keys }) => keys.length === 2 && keys[0] === key) ? { run: null, waits: key } : nothing;
}
