#!/usr/bin/env node
// Plain JavaScript that any Node from 18 on can run: it finds the Node that this version is built for, and goes on there.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';

const NEEDED = 24;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

endWithNpm();
if (Number(process.versions.node.split('.')[0]) >= NEEDED) {
  endWithStarter();
  // What was compiled once is not compiled again by the next command.
  module.enableCompileCache?.();
  const { main } = await import('../src/cli/main.ts');
  process.exitCode = await main(process.argv.slice(2), process);
  // Whatever might still hold the process open: a command that has answered is over.
  setTimeout(() => process.exit(), 2_000).unref();
} else {
  const node = pinnedNode();
  if (node) handOver(node);
  else {
    process.stderr.write(
      `Standpoint needs Node ${NEEDED} and this is ${process.version}: run "npm ci --include=optional", which brings one along, or install Node ${NEEDED}.\n`,
    );
    process.exitCode = 1;
  }
}

/** The Node that npm installed beside us, on the systems where it does. */
function pinnedNode() {
  try {
    const folder = createRequire(import.meta.url).resolve(
      `node-${process.platform}-${process.arch}/package.json`,
    );
    const node = join(folder, '..', 'bin', 'node');
    return existsSync(node) ? node : null;
  } catch {
    return null;
  }
}

/** Runs the same command there; signals go in, the exit code comes out. The channel tells it should we be killed. */
function handOver(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`${node} cannot be run: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1));
  });
}

/** npm's shell passes no signal on when it is ended itself; its end then ends us as a SIGTERM would. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

/** A starter that was killed cannot forward anything: its end then ends us as a SIGTERM would. */
function endWithStarter() {
  if (!process.connected) return;
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
