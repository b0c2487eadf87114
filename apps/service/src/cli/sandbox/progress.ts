import type { Progress } from '../../seed/fill.ts';
import type { Terminal } from '../command.ts';

/** Stops when the person presses Ctrl-C, or the command is told to end. */
export interface Shown extends Progress {
  end(): void;
}

/** One line that is written over at a terminal, and every ten seconds a line elsewhere; none with --json. */
export function progressOf(terminal: Terminal, json: boolean): Shown {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  terminal.ended?.addEventListener('abort', stop);
  const every_ms = terminal.stderr.isTTY ? 200 : 10_000;
  let last = performance.now();
  return {
    stopping: stopping.signal,
    at(what, done, of) {
      if (json || performance.now() - last < every_ms) return;
      last = performance.now();
      const line = `${what}: ${done.toLocaleString('en')} of ${of.toLocaleString('en')}`;
      terminal.stderr.write(terminal.stderr.isTTY ? `\r${line}\u001b[K` : `${line}\n`);
    },
    end() {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      if (terminal.stderr.isTTY && !json) terminal.stderr.write('\r\u001b[K');
    },
  };
}
