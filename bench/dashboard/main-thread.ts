import type { Browser } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  args: { name?: string };
}

const MAIN = 'CrRendererMain';

/**
 * Processor time of each task of the pages' main threads until the returned function is called, in milliseconds. Unlike
 * the time on the clock, it leaves out what other programs had of the processor meanwhile.
 */
export async function recordTasks(browser: Browser): Promise<() => Promise<number[]>> {
  const session = await browser.newBrowserCDPSession();
  const tasks: TraceEvent[] = [];
  const main = new Set<string>();
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) {
      if (event.name === 'thread_name' && event.args.name === MAIN) main.add(`${event.pid} ${event.tid}`);
      if (event.name === 'RunTask' && event.ph === 'X') tasks.push(event);
    }
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordContinuously',
      includedCategories: ['disabled-by-default-devtools.timeline'],
    },
  });
  return async () => {
    const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    return tasks.filter(({ pid, tid }) => main.has(`${pid} ${tid}`)).map(({ tdur = 0 }) => tdur / 1_000);
  };
}
