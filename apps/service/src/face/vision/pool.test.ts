import { afterEach, describe, expect, it } from 'vitest';
import { Pool, PoolFailure, type PoolOptions } from './pool.ts';

/** A worker that does what the job says. */
const SCRIPT = new URL(
  `data:text/javascript,${encodeURIComponent(`
import { parentPort, workerData, threadId } from 'node:worker_threads';
if (workerData.start === 'fail') parentPort.postMessage({ failed: 'a byte was changed' });
else if (workerData.start === 'throw') throw new Error('broken from the start');
else if (workerData.start === 'never') setInterval(() => {}, 1000);
else {
  parentPort.on('message', (job) => {
    if (job === 'exit') process.exit(3);
    if (job === 'throw') setTimeout(() => { throw new Error('out of the blue'); });
    else if (job === 'crash') parentPort.postMessage({ crashed: 'a model trapped' });
    else if (job !== 'hang') setTimeout(() => parentPort.postMessage({ done: [job, threadId] }), workerData.ms ?? 0);
  });
  parentPort.postMessage({ ready: true });
}`)}`,
);

const open: Pool[] = [];
function pool(options: Partial<PoolOptions> = {}): Pool {
  const made = new Pool({ script: SCRIPT, data: {}, workers: 1, capacity: 4, ...options });
  open.push(made);
  return made;
}
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
const job = async (made: Pool, what: string) => ((await made.run(what)) as [string, number])[0];
const thread = async (made: Pool, what: string) => ((await made.run(what)) as [string, number])[1];

describe('a pool of workers', () => {
  it('answers in order, and counts what waits and runs', async () => {
    const made = pool({ data: { ms: 5 } });
    expect(made.load).toBe(0);
    const answers = Promise.all(['a', 'b', 'c'].map((what) => job(made, what)));
    expect(made.load).toBe(3);
    expect(await answers).toEqual(['a', 'b', 'c']);
    expect(made.load).toBe(0);
  });

  it('starts no worker before the first job, and as many as there are jobs for', async () => {
    const made = pool({ workers: 2, data: { ms: 400 } });
    await made.warm();
    const one = await thread(made, 'x');
    expect(await thread(made, 'y')).toBe(one);
    const both = await Promise.all([
      thread(made, 'p'),
      thread(made, 'q'),
      thread(made, 'r'),
      thread(made, 's'),
    ]);
    expect(new Set(both).size).toBe(2);
  });

  it('has room up to its capacity, and always for one capture when nothing waits', async () => {
    const made = pool({ capacity: 3, data: { ms: 20 } });
    expect(made.hasRoom(50)).toBe(true);
    const running = [job(made, 'a'), job(made, 'b')];
    expect(made.hasRoom(1)).toBe(true);
    expect(made.hasRoom(2)).toBe(false);
    expect(made.retry_after_s).toBeGreaterThanOrEqual(1);
    await Promise.all(running);
    expect(made.hasRoom(2)).toBe(true);
  });

  it.each(['exit', 'throw', 'crash', 'hang'])('fails only the job whose worker meets: %s', async (how) => {
    const made = pool({ job_ms: 300 });
    const before = await thread(made, 'first');
    const lost = made.run(how);
    const next = thread(made, 'after');
    await expect(lost).rejects.toBeInstanceOf(PoolFailure);
    expect(await next).not.toBe(before);
    expect(made.load).toBe(0);
  });

  it.each([
    ['fail', 'a byte was changed'],
    ['throw', 'broken from the start'],
    ['never', 'did not start in time'],
  ])('fails whatever waits when a worker cannot start: %s', async (start, reason) => {
    const made = pool({ data: { start }, start_ms: 300 });
    const all = await Promise.allSettled([made.run('a'), made.run('b'), made.warm()]);
    for (const each of all)
      expect(each).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringContaining(reason) },
      });
    await expect(made.run('c')).rejects.toThrow(reason);
    expect(made.load).toBe(0);
  });

  it('tries again after a while where a worker could not start', async () => {
    const made = pool({ data: { start: 'fail' }, retry_ms: 1 });
    await expect(made.run('a')).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await expect(made.run('b')).rejects.toThrow('a byte was changed');
  });

  it('fails what waits and what runs when it is closed, and takes nothing more', async () => {
    const made = pool({ data: { ms: 1_000 } });
    const running = Promise.allSettled([made.run('a'), made.run('b')]);
    await made.close();
    expect((await running).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(made.run('c')).rejects.toThrow('closed');
  });
});
