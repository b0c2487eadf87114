import type { Browser } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: when it began, and how long the processor worked on it. */
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string; data?: { url?: string; functionName?: string; lineNumber?: number } };
}

interface MainTask {
  /** Milliseconds of processor time. */
  ms: number;
  /** What took most of it, for those who look for the cause: "FunctionCall scheduler 41, MinorGC 12". */
  of(): string;
}

/** Parts that are shorter say nothing about a long task. */
const PART_MS = 4;
const PARTS = 6;

const MAIN = 'CrRendererMain';

/**
 * Processor time of each task of the pages' main threads until the returned function is called, in milliseconds. Unlike
 * the time on the clock, it leaves out what other programs had of the processor meanwhile.
 */
export async function recordTasks(browser: Browser): Promise<() => Promise<MainTask[]>> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  const main = new Set<string>();
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) {
      if (event.name === 'thread_name' && event.args.name === MAIN) main.add(`${event.pid} ${event.tid}`);
      if (event.ph === 'X') events.push(event);
    }
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordContinuously',
      includedCategories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'v8'],
    },
  });
  return async () => {
    const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    const ours = events.filter(({ pid, tid }) => main.has(`${pid} ${tid}`));
    return ours
      .filter(({ name }) => name === 'RunTask')
      .map((task) => ({ ms: (task.tdur ?? 0) / 1_000, of: () => partsOf(task, ours) }));
  };
}

function partsOf(task: TraceEvent, all: readonly TraceEvent[]): string {
  return all
    .filter(({ name, pid, tid }) => name !== 'RunTask' && pid === task.pid && tid === task.tid)
    .filter(({ ts, tdur = 0 }) => ts >= task.ts && ts <= task.ts + (task.dur ?? 0) && tdur / 1_000 >= PART_MS)
    .sort((a, b) => b.tdur! - a.tdur!)
    .slice(0, PARTS)
    .map(({ name, args, tdur }) => {
      const { functionName = '', url = '', lineNumber = '' } = args?.data ?? {};
      const where = url && `${url.split('/').at(-1)}:${lineNumber}`;
      return [name, functionName, where, (tdur! / 1_000).toFixed(0)].filter(Boolean).join(' ');
    })
    .join(', ');
}
