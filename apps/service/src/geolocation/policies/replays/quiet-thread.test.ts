import { readdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { QuietThread } from './quiet-thread.ts';

/** Answers with what it knows and was asked; "break" ends it, "wait" has no answer. */
const ECHO = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    let known = null;
    parentPort.on('message', ({ know, id, question }) => {
      if (know !== undefined) known = know;
      else if (question === 'break') throw new Error('broken');
      else if (question === 'refuse') parentPort.postMessage({ id, error: 'refused' });
      else if (question !== 'wait') parentPort.postMessage({ id, answer: [threadId, known, question] });
    });`)}`,
);

function thread(idle_ms?: number, script = ECHO): QuietThread {
  const made = new QuietThread(script, idle_ms);
  onTestFinished(() => made.close());
  return made;
}

test('a question that fails fails alone', async () => {
  const echo = thread();
  const other = echo.ask<unknown[]>('b');
  await expect(echo.ask('refuse')).rejects.toThrow('refused');
  expect((await other).at(-1)).toBe('b');
});

test('what breaks the thread fails what it was asked, and the next question starts another one', async () => {
  const echo = thread();
  const [first] = await echo.ask<number[]>('a');
  const [waits, breaks] = [echo.ask('wait'), echo.ask('break')];
  await expect(breaks).rejects.toThrow('broken');
  await expect(waits).rejects.toThrow('broken');
  expect(echo.running).toBe(false);
  expect((await echo.ask<number[]>('b'))[0]).not.toBe(first);
});

test('it is told what it stands on once, and again when it is another one', async () => {
  const echo = thread();
  const [one, two] = [{}, {}];
  let told = 0;
  const asked = async (name: object) => {
    echo.know(name, () => ++told);
    return (await echo.ask<unknown[]>('?'))[1];
  };
  expect([await asked(one), await asked(one), await asked(two)]).toEqual([1, 1, 2]);
  await echo.ask('break').catch(() => {});
  expect(await asked(two)).toBe(3);
});

test('it ends some time after its last user left, and not before', async () => {
  const echo = thread(30);
  const [leave, stay] = [echo.use(), echo.use()];
  await echo.ask('a');
  leave();
  leave();
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(echo.running).toBe(true);
  stay();
  await expect.poll(() => echo.running).toBe(false);
  await echo.ask('b');
});

test('once closed it takes no question, and those it had fail', async () => {
  const echo = thread();
  const waits = echo.ask('wait');
  await Promise.all([expect(waits).rejects.toThrow('closed'), echo.close()]);
  await expect(echo.ask('a')).rejects.toThrow('closed');
});

test.runIf(process.platform === 'linux')(
  'the thread that decides again has a low priority, and no other thread has',
  async () => {
    /** The threads whose "nice" value (proc(5)) is 10. A thread that ends meanwhile does not count. */
    const lowered = () =>
      readdirSync('/proc/self/task').filter((task) => {
        try {
          const fields = readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
          return Number(fields[16]) === 10;
        } catch {
          return false;
        }
      });
    // A service of another file may have such a thread too, and its rest may end during this test.
    const before = lowered();
    const added = () => lowered().filter((task) => !before.includes(task));
    const quiet = thread(undefined, new URL('./worker.ts', import.meta.url));
    await quiet.ask({ op: 'end', backtest_id: 'none' });
    expect(added()).toHaveLength(1);
    await quiet.close();
    await expect.poll(added).toEqual([]);
  },
);
