import type { Evidence } from '@standpoint/contract';
import type { Scenario } from '../scenario.ts';

const ATTACK = { level: 'payload', side: 'attack' } as const;

const earlier = (at: string, by_ms: number): string => new Date(Date.parse(at) - by_ms).toISOString();
const aged = ({ positions }: Evidence, by_ms: number): Evidence['positions'] =>
  positions.map((each) => ({ ...each, measured_at: earlier(each.measured_at, by_ms) }));

/** An honest device's evidence, changed before it is sealed. */
const changed = (name: string, what: string, change: (evidence: Evidence) => Evidence): Scenario => ({
  name,
  what,
  ...ATTACK,
  runs: 10,
  async run(gym, n) {
    const device = gym.device(n);
    return (await gym.enter()).send(change(gym.honest(device)), device.ip);
  },
});

/** Replayed recordings, and manipulated clocks. */
export const replayAttacks: Scenario[] = [
  {
    name: 'replayed readings',
    what: 'seals the readings of an accepted attempt again, to a fresh token of the same customer',
    ...ATTACK,
    runs: 20,
    async run(gym, n) {
      const device = gym.device(n);
      const evidence = gym.honest(device);
      const first = await gym.enter();
      await first.send(evidence, device.ip);
      const second = await gym.enter({ customer_id: first.customer_id, install_id: first.install_id });
      return second.send({ ...evidence, attempt_id: `again-${n}` }, device.ip);
    },
  },
  {
    name: 'readings of another customer',
    what: 'seals the readings of another customer to a token of the attacker’s own',
    ...ATTACK,
    runs: 20,
    async run(gym, n) {
      const device = gym.device(n);
      const evidence = gym.honest(device);
      await (await gym.enter()).send(evidence, device.ip);
      return (await gym.enter()).send({ ...evidence, attempt_id: `theirs-${n}` }, device.ip);
    },
  },
  {
    name: 'replayed payload',
    what: 'posts a sealed payload, byte for byte, with a fresh token',
    ...ATTACK,
    runs: 20,
    async run(gym, n) {
      const device = gym.device(n);
      const first = await gym.enter();
      const payload = await first.seal(gym.honest(device));
      await first.post(payload, device.ip);
      const second = await gym.enter({ customer_id: first.customer_id, install_id: first.install_id });
      return second.post(payload, device.ip);
    },
  },
  changed(
    'old readings',
    'sends readings that were taken ten minutes ago, with the clock told truthfully',
    (evidence) => ({ ...evidence, positions: aged(evidence, 600_000) }),
  ),
  changed(
    'clock set back',
    'sets the device’s clock back so that readings of an hour ago look fresh',
    (evidence) => ({
      ...evidence,
      collected_at: earlier(evidence.collected_at, 3_600_000),
      positions: aged(evidence, 3_600_000),
      clock: { ...evidence.clock!, epoch_ms: evidence.clock!.epoch_ms - 3_600_000 },
    }),
  ),
  changed(
    'clock moved in between',
    'moves the clock while the readings are taken, so that an old one fits between fresh ones',
    (evidence) => {
      const { epoch_ms, monotonic_ms = 0 } = evidence.clock!;
      const clock_track = [
        { epoch_ms: epoch_ms - 184_000, monotonic_ms: monotonic_ms - 4_000 },
        { epoch_ms: epoch_ms - 182_000, monotonic_ms: monotonic_ms - 2_000 },
        { epoch_ms, monotonic_ms },
      ];
      return { ...evidence, signals: { ...evidence.signals, clock_track } };
    },
  ),
];
