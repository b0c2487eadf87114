#!/usr/bin/env node
// Plain JavaScript that any Node from 18 on can run. It finds the Node that this version is built for, and runs
// the command with that one.
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
  // The next command reuses what this one compiled.
  module.enableCompileCache?.();
  const { main } = await import('../src/cli/main.ts');
  process.exitCode = await main(process.argv.slice(2), process);
  // Ends the process even when a handle is still open: the command has answered.
  setTimeout(() => process.exit(), 2_000).unref();
} else {
  const node = pinnedNode();
  if (node) handOver(node);
  else {
    process.stderr.write(
      `Standpoint needs Node ${NEEDED}, and this is ${process.version}. ` +
        `Run "npm ci --include=optional", which installs it, or install Node ${NEEDED} yourself.\n`,
    );
    process.exitCode = 1;
  }
}

/** The Node that npm installed with this package, if there is one for this system. */
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

/**
 * Runs the same command with another Node, and passes on signals and the exit code. The IPC channel closes when
 * this process is killed, and so tells the child.
 */
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

/**
 * Ends this process as a SIGTERM would when the parent has ended: npm's shell passes no signal on when it is
 * ended itself.
 */
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

/** Ends this process as a SIGTERM would when the starter was killed and cannot forward signals any more. */
function endWithStarter() {
  if (!process.connected) return;
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
