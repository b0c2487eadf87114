import { describe, expect, it } from 'vitest';
import { mutant } from '../../../testing/mutant.ts';
import { SANDBOX_UPLOADS, SandboxUploads } from './sandbox-uploads.ts';

type Uploads = { SandboxUploads: typeof SandboxUploads };
const without = async (...change: [from: string, to: string]) =>
  new (await mutant<Uploads>('face/capture/sandbox-uploads.ts', change)).SandboxUploads();

/** How many uploads of one network are let in, and how many of other networks after that. */
function crowded(uploads: SandboxUploads): [own: number, others: number] {
  const entered = (network: string, count: number) =>
    Array.from({ length: count }, () => uploads.enter(network)).filter(Boolean).length;
  return [entered('203.0.113.1', 100), entered('198.51.100.1', 10) + entered('198.51.100.2', 100)];
}

describe('uploads of the sandbox', () => {
  it('are limited in all and for each network', async () => {
    const { all, network } = SANDBOX_UPLOADS;
    expect(crowded(new SandboxUploads())).toEqual([network, all - network]);
    expect(crowded(await without(' || own >= SANDBOX_UPLOADS.network', ''))).toEqual([all, 0]);
    expect(crowded(await without('this.#all >= SANDBOX_UPLOADS.all || ', ''))).toEqual([
      network,
      10 + network,
    ]);
  });

  it('make room when they end', () => {
    const uploads = new SandboxUploads();
    for (let i = 0; i < 100; i++) {
      const leave = uploads.enter('203.0.113.1');
      expect(leave).not.toBeNull();
      leave!();
    }
    expect(crowded(uploads)[0]).toBe(SANDBOX_UPLOADS.network);
  });

  /** Four pieces of work, the second of which fails: how many ran at once, and which ran at all. */
  async function worked(uploads: SandboxUploads): Promise<[most: number, done: number[]]> {
    let [running, most] = [0, 0];
    const done: number[] = [];
    const piece = (i: number) => async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running--;
      done.push(i);
      if (i === 1) throw new Error('damaged');
    };
    await Promise.allSettled([0, 1, 2, 3].map((i) => uploads.inTurn(piece(i))));
    return [most, done];
  }

  it('are decoded one at a time and in order, also after one has failed', async () => {
    expect(await worked(new SandboxUploads())).toEqual([1, [0, 1, 2, 3]]);
  });

  it('mutation control: without the turns, a visitor’s pictures are all decoded at once', async () => {
    const [most] = await worked(
      await without('const mine = this.#last.then(', 'const mine = Promise.resolve().then('),
    );
    expect(most).toBe(4);
  });

  it('mutation control: without its catch, one damaged picture stops all that come after it', async () => {
    const blind = await without('this.#last = mine.catch(() => undefined);', 'this.#last = mine;');
    expect(await worked(blind)).toEqual([1, [0, 1]]);
  });

  it('wait until the last capture of production has ended', async () => {
    const order = async (uploads: SandboxUploads) => {
      const done: string[] = [];
      const captures = [uploads.yieldTo(), uploads.yieldTo()];
      const sandbox = uploads.inTurn(async () => void done.push('s'));
      for (const over of captures) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        done.push('p');
        over();
      }
      await sandbox;
      return done.join('');
    };
    expect(await order(new SandboxUploads())).toBe('pps');
    expect(await order(await without('await this.#quietOrLate();', ''))).toBe('spp');
  });

  it('go on after a second when production stays busy', async () => {
    const uploads = new SandboxUploads();
    const over = uploads.yieldTo();
    const began = performance.now();
    await uploads.inTurn(async () => {});
    expect(performance.now() - began).toBeGreaterThan(900);
    over();
  });
});
