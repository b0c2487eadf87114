import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refused, Unreachable } from '../../api/refused.ts';
import type { Definition, Draft } from './queries.ts';
import { saveWords } from './save-words.ts';
import { Saver } from './saver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const draft = (revision: number, definition: Definition): Draft => ({
  revision,
  definition,
  problems: [],
  edited_by: 'Ana',
  edited_at: '2026-11-23T10:00:00.000Z',
});
const FIRST = { definition: { name: 'One' }, saved: null };
const conflict = () =>
  new Refused(409, {
    code: 'draft_changed',
    message: 'Bob saved this draft.',
    retryable: false,
    request_id: 'req_1',
    docs_url: '',
  });

test('saves once, a moment after the last change, on top of what was saved before', async () => {
  const send = vi.fn(async (revision: number, definition: Definition) => draft(revision + 1, definition));
  const saver = new Saver(FIRST, send);
  saver.change({ name: 'On' });
  saver.change({ name: 'One two' });
  expect(saver.writing.get().state).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(send.mock.calls).toEqual([[0, { name: 'One two' }]]);
  expect(saver.writing.get()).toMatchObject({ state: 'saved', saved: { revision: 1 } });
  saver.change({ name: 'Three' });
  await saver.flush();
  expect(send.mock.calls.at(-1)).toEqual([1, { name: 'Three' }]);
});

test('what is typed while a save is under way is saved after it, and never beside it', async () => {
  const open: (() => void)[] = [];
  const seen: [number, string][] = [];
  const saver = new Saver(FIRST, (revision, definition) => {
    seen.push([revision, definition.name]);
    return new Promise((resolve) => open.push(() => resolve(draft(revision + 1, definition))));
  });
  saver.change({ name: 'A' });
  await vi.advanceTimersByTimeAsync(700);
  saver.change({ name: 'B' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(seen).toEqual([[0, 'A']]);
  open[0]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual([
    [0, 'A'],
    [1, 'B'],
  ]);
  open[1]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(saver.writing.get()).toMatchObject({ state: 'saved', saved: { revision: 2 } });
});

test('after a conflict it sends nothing and loses nothing, until the person puts it on top', async () => {
  const send = vi.fn().mockRejectedValueOnce(conflict());
  const saver = new Saver(FIRST, send);
  saver.change({ name: 'Mine' });
  await vi.advanceTimersByTimeAsync(700);
  expect(saver.writing.get()).toMatchObject({ state: 'conflict', definition: { name: 'Mine' } });
  saver.change({ name: 'Mine, longer' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(send).toHaveBeenCalledTimes(1);
  send.mockImplementation(async (revision, definition) => draft(revision + 1, definition));
  await saver.putOnTop(draft(7, { name: 'Theirs' }));
  expect(send.mock.calls.at(-1)).toEqual([7, { name: 'Mine, longer' }]);
  expect(saver.writing.get()).toMatchObject({ state: 'saved', saved: { revision: 8 } });
});

test('without an answer it tries again by itself', async () => {
  const send = vi.fn().mockRejectedValueOnce(new Unreachable('gone'));
  const saver = new Saver(FIRST, send);
  saver.change({ name: 'A' });
  await vi.advanceTimersByTimeAsync(700);
  expect(saver.writing.get().state).toBe('failed');
  send.mockImplementation(async (revision, definition) => draft(revision + 1, definition));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(saver.writing.get().state).toBe('saved');
});

test('says what the service does not take, by its place in the file', () => {
  const refused = new Refused(400, {
    code: 'invalid_request',
    message: 'The request is not in the expected form.',
    retryable: false,
    request_id: 'req_1',
    docs_url: '',
    fields: [{ path: 'definition.livenes', message: 'is not a field here; did you mean liveness?' }],
  });
  expect(saveWords(refused)).toBe('livenes is not a field here; did you mean liveness?');
  expect(saveWords(new Unreachable('No answer.'))).toBe('No answer.');
});
