import { afterEach, describe, expect, it } from 'vitest';
import { mutant } from '../../../testing/mutant.ts';
import { Pool, PoolFailure, type PoolOptions } from './pool.ts';

/** A worker that behaves as the job tells it to. */
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
    else if (job !== 'hang') {
    const done = [job, threadId];
    setTimeout(() => parentPort.postMessage({ done }), workerData.ms ?? 0);
  }
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
  it('answers in order, and counts the jobs that wait and run', async () => {
    const made = pool({ data: { ms: 5 } });
    expect(made.load).toBe(0);
    const answers = Promise.all(['a', 'b', 'c'].map((what) => job(made, what)));
    expect(made.load).toBe(3);
    expect(await answers).toEqual(['a', 'b', 'c']);
    expect(made.load).toBe(0);
  });

  it('starts no worker before the first job, then as many as there are jobs for', async () => {
    const made = pool({ workers: 2, data: { ms: 400 } });
    await made.warm();
    const one = await thread(made, 'x');
    expect(await thread(made, 'y')).toBe(one);
    const both = new Set<number>();
    // On a busy machine, one worker may do all of a round before the other has started.
    for (let round = 0; both.size < 2 && round < 20; round++)
      for (const id of await Promise.all(['p', 'q', 'r', 's'].map((what) => thread(made, what))))
        both.add(id);
    expect(both.size).toBe(2);
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

  it.each(['exit', 'throw', 'crash', 'hang'])('fails only the job whose worker ends by: %s', async (how) => {
    const made = pool({ job_ms: how === 'hang' ? 1_000 : 30_000 });
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
  ])('fails every waiting job when a worker cannot start: %s', async (start, reason) => {
    // On a busy machine a worker takes long to say why it cannot start.
    const made = pool({ data: { start }, start_ms: start === 'never' ? 300 : 30_000 });
    const all = await Promise.allSettled([made.run('a'), made.run('b'), made.warm()]);
    for (const each of all)
      expect(each).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringContaining(reason) },
      });
    await expect(made.run('c')).rejects.toThrow(reason);
    expect(made.load).toBe(0);
  });

  it('starts another worker a while after one could not start', async () => {
    const made = pool({ data: { start: 'fail' }, retry_ms: 1 });
    await expect(made.run('a')).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await expect(made.run('b')).rejects.toThrow('a byte was changed');
  });

  it('fails waiting and running jobs when it is closed, and takes no more', async () => {
    const made = pool({ data: { ms: 1_000 } });
    const running = Promise.allSettled([made.run('a'), made.run('b')]);
    await made.close();
    expect((await running).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(made.run('c')).rejects.toThrow('closed');
  });
});

type PoolModule = typeof import('./pool.ts');

/** A pool of another module, in which the defence that the test names is switched off. */
function poolOf({ Pool: Other }: PoolModule, options: Partial<PoolOptions>): Pool {
  const made = new Other({ script: SCRIPT, data: {}, workers: 1, capacity: 8, ...options });
  open.push(made as Pool);
  return made as Pool;
}
const without = (...change: [from: string, to: string]) => mutant<PoolModule>('face/vision/pool.ts', change);

describe('the sandbox’s share of the workers', () => {
  /**
   * The order in which a flood of the sandbox and one capture of production are done, by their first letters.
   */
  async function order(made: Pool): Promise<string> {
    await made.run('warm');
    const done: string[] = [];
    const noted = (what: string, env: 'production' | 'sandbox') =>
      made.run(what, env).then(() => void done.push(what[0]!));
    const flood = ['s1', 's2', 's3', 's4'].map((what) => noted(what, 'sandbox'));
    const capture = ['p1', 'p2', 'p3'].map((what) => noted(what, 'production'));
    await Promise.all([...flood, ...capture]);
    return done.join('');
  }

  it('makes production wait for the picture in progress and for no other', async () => {
    expect(await order(pool({ capacity: 8, data: { ms: 10 } }))).toBe('spppsss');
    const blind = await without('if (production.length > 0)', 'if (sandbox.length === 0)');
    expect(await order(poolOf(blind, { data: { ms: 10 } }))).toBe('ssssppp');
  });

  it('leaves workers idle instead of giving all of them to the sandbox', async () => {
    const threads = async (made: Pool) => {
      // On a busy machine, one thread may do both jobs before the other has started.
      const started = new Set<number>();
      for (let round = 0; started.size < 2 && round < 100; round++) {
        const warm = ['w', 'x'].map((what) => made.run(what) as Promise<[string, number]>);
        for (const [, id] of await Promise.all(warm)) started.add(id);
      }
      const all = ['a', 'b', 'c', 'd'].map((what) => made.run(what, 'sandbox') as Promise<[string, number]>);
      return new Set((await Promise.all(all)).map(([, id]) => id)).size;
    };
    expect(await threads(pool({ workers: 2, capacity: 16, data: { ms: 100 } }))).toBe(1);
    const greedy = await without('Math.max(1, Math.floor(workers / 4))', 'workers');
    expect(await threads(poolOf(greedy, { workers: 2, capacity: 16, data: { ms: 100 } }))).toBe(2);
  });

  it('keeps a worker for a capture of production that is on its way', async () => {
    const reached = async (made: Pool) => {
      await made.run('warm');
      const over = made.expect();
      const done: string[] = [];
      const flood = ['s1', 's2'].map((what) => made.run(what, 'sandbox').then(() => done.push('s')));
      // A sandbox that may run at all has finished before production comes.
      await Promise.race([Promise.all(flood), new Promise((resolve) => setTimeout(resolve, 1_000))]);
      const capture = made.run('p1').then(() => done.push('p'));
      await capture;
      over();
      over();
      await Promise.all(flood);
      return done.join('');
    };
    expect(await reached(pool({ capacity: 8 }))).toBe('pss');
    const blind = await without('this.#expected > 0 ? 1 : 0', '0');
    expect(await reached(poolOf(blind, {}))).toBe('ssp');
    // With a second worker the sandbox need not wait.
    expect(await reached(pool({ workers: 2, capacity: 16 }))).toBe('ssp');
  });

  it('is full long before production is, and takes no room from production', async () => {
    const room = async (made: Pool) => {
      const flood = Array.from({ length: 4 }, (_, i) => made.run(`s${i}`, 'sandbox'));
      const found = [made.hasRoom(1, 'sandbox'), made.hasRoom(8), made.hasRoom(9)];
      const capture = Array.from({ length: 8 }, (_, i) => made.run(`p${i}`));
      const after = [made.hasRoom(1), made.hasRoom(1, 'sandbox')];
      await Promise.all([...flood, ...capture]);
      return [...found, ...after, made.hasRoom(4, 'sandbox')];
    };
    // While production has no jobs, a capture is always taken: hasRoom(9) with a capacity of 8.
    expect(await room(pool({ capacity: 8, data: { ms: 5 } }))).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
    ]);
    const shared = await without('this.#loadOf(env)', 'this.load');
    expect((await room(poolOf(shared, { data: { ms: 5 } }))).slice(1, 3)).toEqual([false, false]);
  });

  it('fails the waiting jobs of both environments when no worker can start', async () => {
    const made = pool({ data: { start: 'fail' } });
    const all = await Promise.allSettled([made.run('a', 'sandbox'), made.run('b')]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(made.load).toBe(0);
  });

  it('fails the waiting jobs of both environments when it is closed', async () => {
    const made = pool({ data: { ms: 1_000 } });
    const all = Promise.allSettled([made.run('a', 'sandbox'), made.run('b', 'sandbox'), made.run('c')]);
    await made.close();
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
