import { opticalCode, opticalSighting } from '@standpoint/contract';
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { clockedService } from '../../../testing/face/clocked.ts';
import { opticalPair } from '../../../testing/face/optical.ts';
import { mutant, mutantInside } from '../../../testing/mutant.ts';
import { route } from '../../route.ts';

type Optical = typeof import('./optical.ts');

const { clock, service, org } = clockedService();

const serverOf = (optical: Optical): Promise<FastifyInstance> =>
  service.serve([
    route(opticalCode, optical.opticalCodeHandler),
    route(opticalSighting, optical.opticalSightingHandler),
  ]);

/**
 * A relay: the attacker at the desktop forwards each code of `slots` as soon as it can be fetched, and the
 * victim's phone elsewhere sends it `delay_ms` later.
 */
async function relay(app: FastifyInstance, slots: number[], delay_ms: number) {
  const each = await opticalPair(service, org, clock);
  const call = async (method: 'GET' | 'POST', token: string, payload?: object) =>
    (
      await app.inject({
        method,
        url: opticalCode.path,
        headers: { authorization: `Bearer ${token}`, host: new URL(service.config.base_url).host },
        payload,
      })
    ).json().data;
  const fetched: string[] = [];
  for (const n of slots) {
    clock.set(each.at(n));
    fetched.push((await call('GET', each.desktop.token)).code);
  }
  for (const [i, n] of slots.entries()) {
    clock.set(each.at(n) + delay_ms);
    await call('POST', each.phone.token, { code: fetched[i] });
  }
  return each.proximity();
}

it('shows the delay of a relay and the codes that it misses', async () => {
  const app = await serverOf(await import('./optical.ts'));
  expect(await relay(app, [0, 1, 2], 1_600)).toMatchObject({ latency_ms: 1_600, score: 0.267 });
  expect(await relay(app, [0, 2, 4], 1_600)).toMatchObject({ outcome: 'wanted', score: null, seen: 3 });
});

it('mutation control: with codes four slots ahead, the relay is as fast as an honest phone', async () => {
  const app = await serverOf(
    await mutant<Optical>('face/optical/optical.ts', ['slotAt(now)', 'slotAt(now) + 4']),
  );
  expect(await relay(app, [0, 1, 2], 1_600)).toMatchObject({ latency_ms: 0, score: 1 });
});

it('mutation control: without the order of slots, a relay that misses codes still pairs', async () => {
  const app = await serverOf(
    await mutantInside<Optical>('face/optical/optical.ts', 'face/optical/score.ts', [
      'last?.at(-1)?.slot === sighting.slot - 1',
      'last',
    ]),
  );
  expect(await relay(app, [0, 2, 4], 1_600)).toMatchObject({ outcome: 'paired', latency_ms: 1_600 });
});
