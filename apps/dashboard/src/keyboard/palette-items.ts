import type { IconName } from '../parts/icon.tsx';

export interface Item {
  id: string;
  group: 'Records' | 'This page' | 'Go to' | 'Look up' | 'Switch';
  icon: IconName;
  title: string;
  /** Behind the title, quieter. */
  sub?: string;
  /** The keys that do the same. */
  keys?: readonly string[];
  run(): void;
}

const GROUPS: readonly Item['group'][] = ['Records', 'This page', 'Go to', 'Switch', 'Look up'];
/** What is there because of what was typed. */
const FOUND: readonly Item['group'][] = ['Records', 'Look up'];
const COMMANDS: readonly Item['group'][] = ['This page', 'Switch'];

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** How well a title fits what was typed; null when it does not. Every word has to begin a word of the title. */
export function fit(title: string, typed: string): number | null {
  const words = plain(title).split(/[^\p{L}\p{N}]+/u);
  let score = 0;
  for (const part of plain(typed).split(/\s+/).filter(Boolean)) {
    const at = words.findIndex((word) => word.startsWith(part));
    if (at === -1) return null;
    score += at;
  }
  return score;
}

/** What the palette lists, in the order of its groups. `>` before the text leaves commands only. */
export function found(items: readonly Item[], typed: string): Item[] {
  const only = typed.startsWith('>');
  const text = only ? typed.slice(1).trim() : typed.trim();
  const rated = items
    .filter(({ group }) => !only || COMMANDS.includes(group))
    .map((item) => ({
      item,
      score: FOUND.includes(item.group) ? 0 : fit(`${item.title} ${item.sub ?? ''}`, text),
    }))
    .filter((each): each is { item: Item; score: number } => each.score !== null);
  return GROUPS.flatMap((group) =>
    rated
      .filter(({ item }) => item.group === group)
      .sort((a, b) => a.score - b.score)
      .map(({ item }) => item),
  );
}

const ID = '[0-9A-HJKMNP-TV-Z]{26}';
const RECORDS: readonly { form: RegExp; page: string; title: string; icon: IconName }[] = [
  { form: new RegExp(`^ver_${ID}$`), page: 'verifications', title: 'Open the verification', icon: 'pin' },
  { form: new RegExp(`^fcs_${ID}$`), page: 'sessions', title: 'Open the session', icon: 'face' },
];
/** Ids of other things that are never a customer’s. */
const OTHER = /^(key|pkt|usr|inv|evt|whk|wf|pol|fca|hnd|ref|req)_/;

/** The records that a pasted text may be the id of. Any text without spaces may be a customer’s. */
export function recordsOf(typed: string): { page: string; id: string; title: string; icon: IconName }[] {
  const id = typed.trim();
  const record = RECORDS.find(({ form }) => form.test(id));
  if (record) return [{ ...record, id }];
  if (id.length < 2 || id.length > 128 || /[\s>]/.test(id) || OTHER.test(id)) return [];
  return [{ page: 'customers', id, title: 'Open the customer', icon: 'person' }];
}
