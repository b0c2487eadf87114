import { Misuse } from './command.ts';

/** Options of every list. */
export const PAGE = {
  from: { type: 'string', value: 'TIME', meaning: 'not older than this, RFC 3339' },
  to: { type: 'string', value: 'TIME', meaning: 'older than this' },
  limit: { type: 'string', value: 'N', meaning: '1 to 100; 20 when not named' },
  cursor: { type: 'string', value: 'TEXT', meaning: 'where the page before ended' },
} as const;

/** A moment, or a usage error that names the option. */
export function time(option: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Misuse(`--${option} is a time like 2026-11-21T00:00:00Z.`);
  return at;
}
