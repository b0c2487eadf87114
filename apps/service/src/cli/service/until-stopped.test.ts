import { EventEmitter } from 'node:events';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { untilStopped } from './until-stopped.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process that gets signals, its log, and the code with which it was ended at once. */
function started() {
  const said: { level: number; msg: string; ending?: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => said.push(JSON.parse(line)) });
  const host = Object.assign(new EventEmitter(), { exit: vi.fn() as unknown as typeof process.exit });
  return { host, said, stop: untilStopped(log, host as never) };
}

/** A service that closes when the returned function is called, and what it was told. */
function running(stop: ReturnType<typeof untilStopped>) {
  const told: { by_hand: boolean; hurry: AbortSignal }[] = [];
  let closed = () => {};
  const close = (by_hand: boolean, hurry: AbortSignal) =>
    new Promise<void>((resolve) => {
      told.push({ by_hand, hurry });
      closed = resolve;
    });
  stop.onStop({ close, ending: () => 'face models' });
  return { told, closed: () => closed() };
}

describe('a signal', () => {
  test('closes the service, and the exit code is 0', async () => {
    const { host, stop } = started();
    const service = running(stop);
    host.emit('SIGTERM', 'SIGTERM');
    expect(service.told).toMatchObject([{ by_hand: false }]);
    service.closed();
    expect(await stop.done).toBe(0);
  });

  test('that comes before the service stands closes it when it does', async () => {
    const { host, stop } = started();
    host.emit('SIGINT', 'SIGINT');
    const service = running(stop);
    expect(service.told).toMatchObject([{ by_hand: true }]);
    service.closed();
    expect(await stop.done).toBe(0);
  });

  test('that comes twice at once is one Ctrl-C, and a later one hurries', () => {
    const { host, stop } = started();
    const { told } = running(stop);
    host.emit('SIGINT', 'SIGINT');
    host.emit('SIGINT', 'SIGINT');
    vi.advanceTimersByTime(900);
    host.emit('SIGINT', 'SIGINT');
    expect(told.map(({ hurry }) => hurry.aborted)).toEqual([false]);
    vi.advanceTimersByTime(200);
    host.emit('SIGINT', 'SIGINT');
    expect(told.map(({ hurry }) => hurry.aborted)).toEqual([true]);
  });

  test('ends the process with 1 after 25 s when closing hangs, and the log names what did not end', () => {
    const { host, said, stop } = started();
    running(stop);
    host.emit('SIGTERM', 'SIGTERM');
    vi.advanceTimersByTime(24_900);
    expect(host.exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(host.exit).toHaveBeenCalledExactlyOnceWith(1);
    expect(said.at(-1)).toMatchObject({ level: 50, ending: 'face models' });
  });
});

test('an error that nothing expected ends the process with 1 at once', () => {
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    const { host, said, stop } = started();
    const { told } = running(stop);
    host.emit(event, new Error('broken'));
    expect(host.exit).toHaveBeenCalledExactlyOnceWith(1);
    expect([said.at(-1)?.level, told]).toEqual([60, []]);
  }
});

test('a failure to close is the exit code 1', async () => {
  const { host, said, stop } = started();
  stop.onStop({ close: () => Promise.reject(new Error('stuck')), ending: () => null });
  host.emit('SIGTERM', 'SIGTERM');
  expect(await stop.done).toBe(1);
  expect(said.at(-1)?.msg).toBe('Closing failed.');
});
