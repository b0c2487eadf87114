import { Refused, Unreachable } from '../api/refused.ts';

const number = (value: number): string => value.toLocaleString('en');

export const rowsWords = (rows: number): string => (rows === 1 ? '1 row' : `${number(rows)} rows`);

/** "of about 480", "of more than 100,000". */
export function ofAbout(about: string | null): string {
  if (about === null) return '';
  return about.endsWith('+')
    ? `of more than ${number(Number.parseInt(about, 10))}`
    : `of about ${number(Number(about))}`;
}

export function bytesWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes}\u00a0bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)}\u00a0KB`;
  return `${(bytes / 1_000_000).toFixed(1)}\u00a0MB`;
}

/** Why there is no file, and what to do next. `rows`: how many had come. */
export function whyNot(problem: unknown, rows: number): string {
  if (rows > 0)
    return (
      `The export broke off after ${rowsWords(rows)}. No file was saved: a part of one would look like all of it. ` +
      'Export it again.'
    );
  const words = `${problem instanceof Error ? problem.message : String(problem)} No file was saved.`;
  if (problem instanceof Unreachable) return `${words} Export it again when the service answers.`;
  const wait = problem instanceof Refused ? problem.retry_after_s : null;
  return wait === null ? words : `${words} Export it again in ${number(wait)} s.`;
}
