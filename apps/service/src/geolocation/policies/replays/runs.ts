import { Background } from '../../../background.ts';
import { QuietThread } from './quiet-thread.ts';
import { Turns } from './turns.ts';

/** Back-tests that this node runs. */
export class BacktestRuns extends Background {
  readonly thread = new QuietThread(new URL('./worker.ts', import.meta.url));
  readonly turns = new Turns();

  override async close(): Promise<void> {
    const ended = super.close();
    await this.thread.close();
    await ended;
  }
}
