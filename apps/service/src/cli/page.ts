import { Misuse } from './command.ts';

/** Options of every list. */
export const PAGE = {
  from: { type: 'string', value: 'TIME', meaning: 'from this time on (RFC 3339)' },
  to: { type: 'string', value: 'TIME', meaning: 'before this time' },
  limit: { type: 'string', value: 'N', meaning: '1 to 100 (default: 20)' },
  cursor: { type: 'string', value: 'TEXT', meaning: 'next_cursor of the previous page' },
} as const;

/** A time, or a usage error that names the option. */
export function time(option: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Misuse(`--${option} must be a time like 2026-11-21T00:00:00Z.`);
  return at;
}
