import type { Random } from '../borders/random.ts';
import type { Gym, Scenario } from './scenario.ts';
import { addressIn } from './world.ts';

/** Prefixes of mobile networks (Three UK, Telefónica Germany, Telekom) and of a satellite operator. */
const ABROAD = ['92.40.', '176.0.', '80.187.'];
const OF_THE_US = ['172.56.', '174.192.', '98.97.'];
/** Prefixes that the vendors of gateways publish for firewalls. */
const GATEWAYS = ['165.225.', '136.226.', '147.161.', '163.116.', '151.186.'];

/** An address of a gateway in this country, which only a database can tell; null when none was drawn. */
function gatewayIn(gym: Gym, country: string, random: Random): string | null {
  for (let i = 0; i < 1_000; i++) {
    const ip = addressIn(GATEWAYS, random);
    if (gym.service.deps.network.lookup(ip).country === country) return ip;
  }
  return null;
}

/** Honest runs. At most one in a hundred may be flagged. */
export const honestRuns: Scenario[] = [
  {
    name: 'native apps',
    what: 'phones of both platforms in fifteen cities, on fixed and mobile networks',
    level: 'payload',
    side: 'honest',
    runs: 240,
    async run(gym, n) {
      const device = gym.device(n, n % 2 === 0 ? 'ios' : 'android');
      return (await gym.enter()).send(gym.honest(device), device.ip);
    },
  },
  {
    name: 'browsers',
    what: 'payloads of the web’s shape from the same cities',
    level: 'payload',
    side: 'honest',
    runs: 90,
    async run(gym, n) {
      const device = gym.device(n, 'web');
      return (await gym.enter()).send(gym.honest(device), device.ip);
    },
  },
  {
    name: 'roaming phones',
    what: 'phones that use a mobile network of another country, or a satellite link of another country',
    level: 'payload',
    side: 'honest',
    runs: 30,
    async run(gym, n) {
      const device = gym.device(n, n % 2 === 0 ? 'ios' : 'android');
      const exits = device.city.country === 'US' ? ABROAD : [...ABROAD, ...OF_THE_US];
      return (await gym.enter()).send(gym.honest(device), addressIn(exits, device.random));
    },
  },
  {
    name: 'employees',
    what: 'laptops whose company sends all traffic through a security gateway in their country',
    level: 'payload',
    side: 'honest',
    runs: 30,
    async run(gym, n) {
      const device = gym.device(n, 'web');
      const ip = gatewayIn(gym, device.city.country, device.random);
      return (await gym.enter()).send(gym.honest(device), ip ?? device.ip);
    },
  },
  {
    name: 'a customer who comes back',
    what: 'three checks of one person at one place on one install',
    level: 'payload',
    side: 'honest',
    runs: 30,
    async run(gym, n) {
      const device = gym.device(n);
      const first = await gym.enter();
      const who = { customer_id: first.customer_id, install_id: first.install_id };
      await first.send(gym.honest(device), device.ip);
      await (await gym.enter(who)).send(gym.honest(device), device.ip);
      return (await gym.enter(who)).send(gym.honest(device), device.ip);
    },
  },
  {
    name: 'two phones of one household',
    what: 'two customers on one tablet, seconds apart',
    level: 'payload',
    side: 'honest',
    runs: 20,
    async run(gym, n) {
      const device = gym.device(n);
      const first = await gym.enter();
      await first.send(gym.honest(device), device.ip);
      return (await gym.enter({ install_id: first.install_id })).send(gym.honest(device), device.ip);
    },
  },
];
