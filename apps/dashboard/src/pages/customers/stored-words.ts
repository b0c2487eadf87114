import type { About } from './about.ts';

const some = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

/** "2 verifications, 1 face session, 8 pictures and 1 face template". */
export function storedWords({ verifications, sessions, frames, templates }: About['stored']): string {
  const parts = [
    verifications > 0 && some(verifications, 'verification'),
    sessions > 0 && some(sessions, 'face session'),
    frames > 0 && some(frames, 'picture'),
    templates > 0 && some(templates, 'face template'),
  ].filter((part) => part !== false);
  const last = parts.pop();
  if (last === undefined) return 'nothing';
  return parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
}
