import type { Problem } from '../queries.ts';
import type { Field } from './kinds.ts';

/** What is wrong with a field, as sentences of its own. */
export function problemWords(field: Field, problems: readonly Problem[]): string | undefined {
  const mine = problems.filter(({ path }) => path === field.place || path.startsWith(`${field.place}.`));
  if (mine.length === 0) return undefined;
  return mine.map(({ path, message }) => `${subject(field, path)} ${message}.`).join(' ');
}

function subject({ place, title, field }: Field, path: string): string {
  const rest = path.slice(place.length + 1);
  if (rest === '') return field.kind === 'many' ? 'These' : title;
  if (/^\d+$/.test(rest)) return `Line ${Number(rest) + 1}`;
  return `“${rest}”`;
}
