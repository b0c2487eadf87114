import { expect, it } from 'vitest';
import type { Deps } from '../deps.ts';
import { forgetOnNotice } from './ends.ts';

it('forgets at every notice of a burst, and reads the signing keys twice at most', async () => {
  let cleared = 0;
  let read = 0;
  const heard = new Map<string, () => void>();
  const memory = { clear: () => cleared++ };
  const fake = {
    api_keys: memory,
    organizations: memory,
    workflows: memory,
    policies: memory,
    keys: {
      async refresh() {
        read++;
        await new Promise((resolve) => setImmediate(resolve));
      },
    },
    log: { warn() {} },
    notices: {
      on(channel: string, listener: () => void) {
        heard.set(channel, listener);
        return () => heard.delete(channel);
      },
    },
  };
  const end = forgetOnNotice(fake as unknown as Deps);
  for (let n = 0; n < 7; n++) heard.get('standpoint_config')!();
  expect([cleared, read]).toEqual([4 * 7, 1]);
  await expect.poll(() => read).toBe(2);
  end();
  expect(heard.size).toBe(0);
});
