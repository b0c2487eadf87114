import { newDevice } from '../device.ts';
import type { Scenario } from '../scenario.ts';
import { CITIES } from '../world.ts';

const city = (name: string) => CITIES.find((each) => each.name === name)!;

/** Journeys and shared devices that one person with one device cannot explain. */
export const journeyAttacks: Scenario[] = [
  {
    name: 'impossible journey',
    what: 'passes in one country and, at once, on the same install in another',
    level: 'payload',
    side: 'attack',
    runs: 20,
    async run(gym, n) {
      const here = gym.device(n);
      const far = here.city.country === 'AU' ? city('Leeds') : city('Sydney');
      const there = newDevice(here.platform, far, here.random);
      const first = await gym.enter();
      await first.send(gym.honest(here), here.ip);
      const second = await gym.enter({ customer_id: first.customer_id, install_id: first.install_id });
      return second.send(gym.honest(there), there.ip);
    },
  },
  {
    name: 'one account, two countries',
    what: 'lends an account: the owner passes at home, a stranger on another device abroad, at once',
    level: 'payload',
    side: 'attack',
    runs: 20,
    async run(gym, n) {
      const here = gym.device(n);
      const far = here.city.country === 'AU' ? city('Leeds') : city('Sydney');
      const there = newDevice('web', far, here.random);
      const first = await gym.enter();
      await first.send(gym.honest(here), here.ip);
      return (await gym.enter({ customer_id: first.customer_id })).send(gym.honest(there), there.ip);
    },
  },
  {
    name: 'many accounts on one device',
    what: 'verifies six accounts, one after the other, on one install',
    level: 'payload',
    side: 'attack',
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
