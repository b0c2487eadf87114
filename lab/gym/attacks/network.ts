import type { Device } from '../device.ts';
import { RELAY, RENTED_AND_LISTED, TOR, VPN } from '../lists.ts';
import type { Gym, Scenario } from '../scenario.ts';
import { addressIn, CITIES, type City, HOSTING, offsetAt } from '../world.ts';

const berlin = CITIES.find(({ name }) => name === 'Kassel')!;

const through = (
  name: string,
  what: string,
  prefixes: (device: Device) => readonly string[],
  rest: Partial<Scenario> = {},
): Scenario => ({
  name,
  what,
  level: 'payload',
  side: 'attack',
  runs: 15,
  async run(gym, n) {
    const device = gym.device(n);
    return (await gym.enter()).send(gym.honest(device), addressIn(prefixes(device), device.random));
  },
  ...rest,
});

/** A relay gives an address in the person's own country. Only a database can identify such an address. */
function relayUser(gym: Gym, n: number): { city: City; ip: string } {
  const { random } = gym.device(n);
  for (let i = 0; i < 1_000; i++) {
    const ip = addressIn(RELAY, random);
    const { country } = gym.service.deps.network.lookup(ip);
    const city = CITIES.find((each) => each.country === country);
    if (city) return { city, ip };
  }
  throw new Error('no relay address of a country with a city');
}

/** Exits in one country that is not the device's. */
const abroad = ({ city }: Device) => (city.country === 'NL' ? HOSTING.DE : HOSTING.NL);

/**
 * Exits in Great Britain of Check Point SASE (AS213176), which sells seats online and lets its customers choose the
 * country of the exit.
 */
const RENTED = ['85.155.129.', '209.35.224.', '209.35.227.'];

/** Claims a British city, in every way that a page can see, through a seat at such a gateway. */
const rented = (
  name: string,
  what: string,
  prefixes: readonly string[],
  rest: Partial<Scenario>,
): Scenario => ({
  ...through(name, what, () => []),
  async run(gym, n) {
    const city = CITIES.filter(({ country }) => country === 'GB')[n % 2]!;
    const { lat, lng } = city;
    const device = { ...gym.device(n, 'web'), city, lat, lng };
    return (await gym.enter()).send(gym.honest(device), addressIn(prefixes, device.random));
  },
  ...rest,
});

/** Addresses that hide the origin of the traffic. */
export const networkAttacks: Scenario[] = [
  through('hosted exit abroad', 'tunnels through a hired machine in another country', abroad),
  through('listed VPN abroad', 'tunnels through a block that a public VPN list holds', () => VPN),
  through('Tor', 'comes from an exit on the list of the network itself', () => TOR),
  {
    ...through(
      'hosted exit at the claimed place',
      'claims a US city, tunnels through a hired machine there',
      () => [],
    ),
    async run(gym, n) {
      const device = { ...gym.device(n, 'web'), city: CITIES[n % 6]! };
      const evidence = gym.honest({ ...device, lat: device.city.lat, lng: device.city.lng });
      return (await gym.enter()).send(evidence, addressIn(HOSTING.US, device.random));
    },
  },
  {
    ...through(
      'the same, with the zone of home',
      'the same from a laptop that keeps the time of home',
      () => [],
    ),
    async run(gym, n) {
      const device = { ...gym.device(n, 'web'), city: CITIES[n % 6]! };
      const evidence = gym.honest({ ...device, lat: device.city.lat, lng: device.city.lng });
      const { time_zone } = berlin;
      const clock = { ...evidence.clock!, time_zone, utc_offset_min: offsetAt(time_zone, gym.now_ms()) };
      return (await gym.enter()).send({ ...evidence, clock }, addressIn(HOSTING.US, device.random));
    },
  },
  {
    ...through(
      'SIM of home, with the zone of home',
      'claims a US city from abroad, over mobile data of home, from a laptop that keeps the time of home',
      () => [],
    ),
    async run(gym, n) {
      const device = { ...gym.device(n, 'web'), city: CITIES[n % 6]! };
      const evidence = gym.honest({ ...device, lat: device.city.lat, lng: device.city.lng });
      const { time_zone } = berlin;
      const clock = { ...evidence.clock!, time_zone, utc_offset_min: offsetAt(time_zone, gym.now_ms()) };
      return (await gym.enter()).send({ ...evidence, clock }, addressIn(berlin.mobile, device.random));
    },
  },
  {
    ...through(
      'SIM of home',
      'the same with the time of the claimed place: no page can tell it from a phone that roams',
      () => [],
    ),
    side: 'undetectable',
    async run(gym, n) {
      const device = { ...gym.device(n, 'web'), city: CITIES[n % 6]! };
      const evidence = gym.honest({ ...device, lat: device.city.lat, lng: device.city.lng });
      return (await gym.enter()).send(evidence, addressIn(berlin.mobile, device.random));
    },
  },
  rented(
    'rented gateway',
    'claims a city, and comes from a rented seat at a company’s gateway there',
    RENTED,
    {
      side: 'undetectable',
    },
  ),
  rented('rented gateway, and a policy that reviews gateways', 'the same', RENTED, {
    policy: { actions: { ip_security_gateway: 'review' } },
  }),
  rented(
    'rented gateway, on the operator’s VPN list',
    'the same through a block of that list',
    RENTED_AND_LISTED,
    {},
  ),
  {
    ...through('private relay', 'an iPhone behind its maker’s relay, which VPN lists hold whole', () => []),
    side: 'honest',
    runs: 30,
    async run(gym, n) {
      const { city, ip } = relayUser(gym, n);
      const device = { ...gym.device(n, 'ios'), city, lat: city.lat, lng: city.lng };
      return (await gym.enter()).send(gym.honest(device), ip);
    },
  },
  through(
    'residential proxy',
    'claims a city, and comes from a rented home connection of that country',
    ({ city }) => city.fixed,
    { side: 'undetectable' },
  ),
];
