import { createReadStream, statSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { Failure, type Terminal } from './command.ts';

/** The problem with one line; the lines after it are still answered. */
export class LineError extends Error {}

interface LineCount {
  /** Lines with an answer, bad ones included; blank ones are not counted. */
  lines: number;
  bad: number;
  took_ms: number;
}

/** A line is a point or an address. A longer one is something else, and must not fill the memory. */
const LINE_MAX = 16_384;
const WRITE_AT = 65_536;

/**
 * Answers a file (`-`: standard input) line by line, in order: one JSON object for each line, `{line, …}` or
 * `{line, error}`. `line` counts from 1 and counts blank lines, which get no answer. Holds one chunk in
 * memory, and waits for a slower reader.
 */
export async function answerLines(
  file: string,
  { stdin, stdout }: Terminal,
  answer: (text: string, line: number) => string,
): Promise<LineCount> {
  const started = performance.now();
  const decoder = new StringDecoder('utf8');
  const out = writer(stdout);
  const answers = collector(answer);
  const total = () => ({ ...answers.count, took_ms: performance.now() - started });
  let [rest, long] = ['', false];
  for await (const chunk of source(file, stdin)) {
    const text = rest + (typeof chunk === 'string' ? chunk : decoder.write(chunk));
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      answers.add(text.slice(from, end), long);
      long = false;
      from = end + 1;
      if (answers.size() >= WRITE_AT && !(await out(answers.take()))) return total();
    }
    rest = text.slice(from);
    // The rest of a line that is too long is dropped; the line is answered with an error at its end.
    if (rest.length > LINE_MAX) [rest, long] = ['', true];
  }
  rest += decoder.end();
  if (rest !== '' || long) answers.add(rest, long);
  if (answers.size() > 0) await out(answers.take());
  return total();
}

/** Numbers and answers lines, and collects the answers until they are written. */
function collector(answer: (text: string, line: number) => string) {
  const count = { lines: 0, bad: 0 };
  let [number, pending] = [0, ''];
  return {
    count,
    size: () => pending.length,
    take() {
      const text = pending;
      pending = '';
      return text;
    },
    add(text: string, long: boolean) {
      number++;
      const line = number === 1 && text.startsWith('\ufeff') ? text.slice(1) : text;
      if (!long && line.trim() === '') return;
      count.lines++;
      try {
        if (long || line.length > LINE_MAX) throw new LineError(`longer than ${LINE_MAX} characters`);
        pending += `${answer(line, number)}\n`;
      } catch (error) {
        if (!(error instanceof LineError)) throw error;
        count.bad++;
        pending += `${JSON.stringify({ line: number, error: error.message })}\n`;
      }
    },
  };
}

function source(file: string, stdin: Terminal['stdin']): AsyncIterable<Buffer | string> {
  if (file === '-') return stdin as AsyncIterable<Buffer | string>;
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new Failure(`${file} does not exist.`);
  if (found.isDirectory()) throw new Failure(`${file} is a folder.`);
  return createReadStream(file, { highWaterMark: 262_144 });
}

/** A writer that resolves to false when the reader has closed the pipe (`| head`), which is no error. */
export function writer(stdout: Terminal['stdout']): (text: string) => Promise<boolean> {
  const stream = stdout as Partial<Writable> & Terminal['stdout'];
  let gone = false;
  let go = () => {};
  stream.on?.('drain', () => go());
  stream.on?.('close', () => go());
  stream.on?.('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    gone = true;
    go();
  });
  return async (text) => {
    if (gone) return false;
    if (stream.write(text) === false && stream.on)
      await new Promise<void>((resolve) => {
        go = resolve;
      });
    return !gone;
  };
}

/** The JSON object in a line. */
export function objectIn(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const nan = /[:[,\s](-?(?:NaN|Infinity|nan|inf))\b/.exec(text)?.[1];
    throw new LineError(nan ? `not JSON: ${nan} is not a JSON number` : 'not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new LineError('not a JSON object');
  return value as Record<string, unknown>;
}

/** A number within bounds, or an error that names the field and the value. */
export function numberIn(value: Record<string, unknown>, field: string, min: number, max: number): number {
  const found = value[field];
  if (found === undefined || found === null) throw new LineError(`${field}: is missing`);
  if (typeof found !== 'number') throw new LineError(`${field}: must be a number, not ${valueWords(found)}`);
  if (!(found >= min && found <= max))
    throw new LineError(`${field}: must be from ${min} to ${max}, not ${found}`);
  return found;
}

/** The coordinates of a line. The error names swapped coordinates when they can be recognised. */
export function pointIn(value: Record<string, unknown>): { lat: number; lng: number } {
  const { lat, lng } = value;
  if (typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) > 90 && Math.abs(lat) <= 180)
    if (Math.abs(lng) <= 90)
      throw new LineError(`lat: must be from -90 to 90, not ${lat}; lat and lng look swapped`);
  return { lat: numberIn(value, 'lat', -90, 90), lng: numberIn(value, 'lng', -180, 180) };
}

export const valueWords = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
};

/**
 * Writes the counts to stderr, apart from the answers: always when lines were bad, otherwise only at a
 * terminal.
 */
export function tellCount({ lines, bad, took_ms }: LineCount, { stderr }: Terminal): void {
  if (bad === 0 && !stderr.isTTY) return;
  const rate = Math.round((lines * 1_000) / Math.max(1, took_ms));
  stderr.write(`${lines} lines, ${bad} of them bad, ${rate.toLocaleString('en')} per second\n`);
}

export const STRICT = {
  strict: { type: 'boolean', meaning: 'with a file: exit code 1 if any line was bad' },
} as const;

export function refuseBad({ lines, bad }: LineCount, strict: boolean | undefined): void {
  if (strict && bad > 0) throw new Failure(`${bad} of ${lines} lines are bad.`);
}
