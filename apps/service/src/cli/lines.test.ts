import { constants } from 'node:buffer';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import type { Terminal } from './command.ts';
import { answerLines, LineError } from './lines.ts';

const scratch = mkdtempSync(join(tmpdir(), 'standpoint-lines-'));
afterAll(() => rmSync(scratch, { recursive: true }));

async function answer(chunks: Iterable<string | Buffer>) {
  let said = '';
  const terminal = { stdin: Readable.from(chunks), stdout: { write: (text: string) => (said += text) } };
  const count = await answerLines('-', terminal as never, (text, line) => {
    if (text.includes('bad')) throw new LineError('is bad');
    return JSON.stringify({ line, text });
  });
  return {
    count,
    answers: said
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

describe('answerLines', () => {
  it('counts lines from 1, blank ones included, and continues after a bad one', async () => {
    const { count, answers } = await answer(['a\r\n\n  \nbad\nb']);
    expect(answers).toEqual([
      { line: 1, text: 'a\r' },
      { line: 4, error: 'is bad' },
      { line: 5, text: 'b' },
    ]);
    expect(count).toMatchObject({ lines: 3, bad: 1 });
  });

  it('joins lines and letters that chunks split, and drops a byte order mark', async () => {
    const bytes = Buffer.from('\ufeffä1\nö2\n');
    const { answers } = await answer(Array.from(bytes, (byte) => Buffer.from([byte])));
    expect(answers.map(({ text }) => text)).toEqual(['ä1', 'ö2']);
  });

  it('does not hold an endless line in memory', async () => {
    // The line is longer than a string can be, so a program that kept it would fail.
    const part = Buffer.alloc(16_777_216, 'x');
    const parts = function* () {
      yield 'a\n';
      for (let length = 0; length <= constants.MAX_STRING_LENGTH; length += part.length) yield part;
      yield '\nb\n';
    };
    const { answers } = await answer(parts());
    expect(answers).toEqual([
      { line: 1, text: 'a' },
      { line: 2, error: expect.stringContaining('longer than') },
      { line: 3, text: 'b' },
    ]);
  });

  it('waits for a slower reader, and stops when the reader is gone', async () => {
    const file = join(scratch, 'many');
    writeFileSync(file, 'x\n'.repeat(400_000));
    let [seen, waiting] = [0, 0];
    const slow = new Writable({
      highWaterMark: 16_384,
      write(chunk: Buffer, _encoding, done) {
        seen += chunk.length;
        waiting = Math.max(waiting, slow.writableLength);
        setImmediate(done);
      },
    });
    const line = `{"answer":"${'y'.repeat(60)}"}`;
    const stream = { stdout: slow, stdin: Readable.from([]) } as unknown as Terminal;
    const count = await answerLines(file, stream, () => line);
    await new Promise((resolve) => slow.end(resolve));
    expect(seen).toBe(count.lines * (line.length + 1));
    expect(waiting).toBeLessThan(200_000);
    const closed = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('closed'), { code: 'EPIPE' })),
    });
    const early = await answerLines(file, { ...stream, stdout: closed }, () => line);
    expect(early.lines).toBeLessThan(count.lines);
  });
});
