import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Reports after a run where its time went: the slowest files, each split into start, import and tests. Before that, it
 * names the tests that passed only when they were repeated, and why.
 */

const SHOWN = 15;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(8);

interface FileTime {
  file: string;
  project: string;
  tests: number;
  start: number;
  imports: number;
  ran: number;
  total: number;
}

function timesOf(module: TestModule): FileTime {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  const start = environmentSetupDuration + prepareDuration + setupDuration;
  return {
    file: module.relativeModuleId,
    project: module.project.name,
    tests: [...module.children.allTests()].length,
    start: Math.round(start),
    imports: Math.round(collectDuration),
    ran: Math.round(duration),
    total: Math.round(start + collectDuration + duration),
  };
}

/** Why it had to be repeated, in one line: the message, and what an expectation found instead. */
function firstErrorOf(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  if (!error) return '';
  const differing = stripVTControlCharacters(error.diff ?? '')
    .split('\n')
    .filter((line) => /^[+-] {2}/.test(line));
  return `: ${[error.message, ...differing].join(' ').replaceAll(/\s+/g, ' ').slice(0, 500)}`;
}

export default class FileTimes implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const repeated = modules
      .flatMap((module) => [...module.children.allTests('passed')])
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `\n ${test.module.relativeModuleId} > ${test.fullName}${firstErrorOf(test)}`);
    if (repeated.length > 0) process.stdout.write(`\n Passed only when repeated:${repeated.join('')}\n`);
    const times = modules.map(timesOf).sort((a, b) => b.total - a.total);
    const target = process.env.FILE_TIMES;
    if (target) writeFileSync(target, `${JSON.stringify(times, null, 1)}\n`);
    if (times.length < 2) return;
    const lines = times
      .slice(0, SHOWN)
      .map(
        ({ file, total, start, imports, ran }) =>
          `${seconds(total)}  (start ${seconds(start)}, import ${seconds(imports)}, tests ${seconds(ran)})  ${file}`,
      );
    process.stdout.write(`\n The slowest ${lines.length} of ${times.length} files\n${lines.join('\n')}\n`);
  }
}
