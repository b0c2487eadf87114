import { type Device, newDevice } from '../device.ts';
import type { Scenario } from '../scenario.ts';
import { CITIES } from '../world.ts';

const city = (name: string) => CITIES.find((each) => each.name === name)!;

const ATTACK = { level: 'payload', side: 'attack' } as const;
/** A city on another continent. */
const farFrom = ({ city: { country } }: Device) => city(country === 'AU' ? 'Leeds' : 'Sydney');

/** Journeys and shared devices that one person with one device cannot explain. */
export const journeyAttacks: Scenario[] = [
  {
    name: 'impossible journey',
    what: 'passes in one country and, at once, on the same install in another',
    ...ATTACK,
    runs: 20,
    async run(gym, n) {
      const here = gym.device(n);
      const there = newDevice(here.platform, farFrom(here), here.random);
      const first = await gym.enter();
      await first.send(gym.honest(here), here.ip);
      const second = await gym.enter({ customer_id: first.customer_id, install_id: first.install_id });
      return second.send(gym.honest(there), there.ip);
    },
  },
  {
    name: 'one account, two countries',
    what: 'lends an account: the owner passes at home, a stranger on another device abroad, at once',
    ...ATTACK,
    runs: 20,
    async run(gym, n) {
      const here = gym.device(n);
      const there = newDevice('web', farFrom(here), here.random);
      const first = await gym.enter();
      await first.send(gym.honest(here), here.ip);
      return (await gym.enter({ customer_id: first.customer_id })).send(gym.honest(there), there.ip);
    },
  },
  {
    name: 'many accounts on one device',
    what: 'verifies six accounts, one after the other, on one install',
    ...ATTACK,
    runs: 8,
    async run(gym, n) {
      const device = gym.device(n);
      let { install_id } = await gym.enter();
      for (let i = 0; ; i++) {
        const visit = await gym.enter({ install_id });
        install_id = visit.install_id;
        const outcome = await visit.send(gym.honest(device), device.ip);
        if (i === 5) return outcome;
      }
    },
  },
];
