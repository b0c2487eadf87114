import type { Scenario } from '../scenario.ts';

/** Replayed recordings, and manipulated clocks. */
export const replayAttacks: Scenario[] = [
  {
    name: 'replayed readings',
    what: 'seals the readings of an accepted attempt again, to a fresh token of the same customer',
    level: 'payload',
    side: 'attack',
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
    name: 'readings of somebody else',
    what: 'seals the readings of another customer to a token of the attacker’s own',
    level: 'payload',
    side: 'attack',
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
    level: 'payload',
    side: 'attack',
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
  {
    name: 'old readings',
    what: 'sends readings that were taken ten minutes ago, with the clock told truthfully',
    level: 'payload',
    side: 'attack',
    runs: 10,
    async run(gym, n) {
      const device = gym.device(n);
      const evidence = gym.honest(device);
      const old = (at: string) => new Date(Date.parse(at) - 600_000).toISOString();
      const positions = evidence.positions.map((each) => ({ ...each, measured_at: old(each.measured_at) }));
      return (await gym.enter()).send({ ...evidence, positions }, device.ip);
    },
  },
  {
    name: 'clock set back',
    what: 'sets the device’s clock back so that readings of an hour ago look fresh',
    level: 'payload',
    side: 'attack',
    runs: 10,
    async run(gym, n) {
      const device = gym.device(n);
      const evidence = gym.honest(device);
      const back = (at: string) => new Date(Date.parse(at) - 3_600_000).toISOString();
      return (await gym.enter()).send(
        {
          ...evidence,
          collected_at: back(evidence.collected_at),
          positions: evidence.positions.map((each) => ({ ...each, measured_at: back(each.measured_at) })),
          clock: { ...evidence.clock!, epoch_ms: evidence.clock!.epoch_ms - 3_600_000 },
        },
        device.ip,
      );
    },
  },
  {
    name: 'clock moved in between',
    what: 'moves the clock while the readings are taken, so that an old one fits between fresh ones',
    level: 'payload',
    side: 'attack',
    runs: 10,
    async run(gym, n) {
      const device = gym.device(n);
      const evidence = gym.honest(device);
      const { epoch_ms, monotonic_ms = 0 } = evidence.clock!;
      const clock_track = [
        { epoch_ms: epoch_ms - 184_000, monotonic_ms: monotonic_ms - 4_000 },
        { epoch_ms: epoch_ms - 182_000, monotonic_ms: monotonic_ms - 2_000 },
        { epoch_ms, monotonic_ms },
      ];
      return (await gym.enter()).send(
        { ...evidence, signals: { ...evidence.signals, clock_track } },
        device.ip,
      );
    },
  },
];
