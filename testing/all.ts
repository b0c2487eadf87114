import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';

/**
 * `npm test`: all tests, and `npm run check` beside them. Tests wait here and there, for a browser or for a lapse. The
 * check has a low priority and takes the processor in these gaps, so that it costs hardly any time.
 *
 * A check that fails ends the tests at once: what it found is the last thing to read.
 */
const LOW = 10;

const start = (command: string, options: string[], stdio: 'inherit' | 'pipe'): ChildProcess =>
  // Windows starts a command of a package only through its shell.
  spawn(command, options, { stdio: ['inherit', stdio, stdio], shell: process.platform === 'win32' });

const passed = (child: ChildProcess): Promise<boolean> =>
  new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });

const tests = start('vitest', ['run', ...process.argv.slice(2)], 'inherit');
const check = start('node', ['testing/check.ts'], 'pipe');
if (check.pid) setPriority(check.pid, LOW);

const said: Buffer[] = [];
for (const stream of [check.stdout!, check.stderr!]) stream.on('data', (part: Buffer) => said.push(part));

const [tested, checked] = await Promise.all([
  passed(tests),
  passed(check).then((good) => {
    if (!good) tests.kill('SIGINT');
    return good;
  }),
]);
if (checked) process.stdout.write('Style and types: nothing found.\n');
else process.stderr.write(Buffer.concat(said));
process.exitCode = tested && checked ? 0 : 1;
