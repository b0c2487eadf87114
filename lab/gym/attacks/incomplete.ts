import type { Evidence } from '@standpoint/contract';
import { alwaysSentBy } from '../../../apps/service/src/geolocation/decision/checks/always-sent.ts';
import { without } from '../../../apps/service/testing/engines/whole-evidence.ts';
import type { Device } from '../device.ts';
import type { Scenario } from '../scenario.ts';

const PLATFORMS: Device['platform'][] = ['web', 'ios', 'android'];

/** Everything that the SDK of a platform always sends, one at a time. */
const FIELDS = PLATFORMS.flatMap((platform) => {
  const { fields, probes } = alwaysSentBy({ platform });
  const named = Object.keys(probes).map((probe) => `signals.probes.${probe}`);
  return [...fields, ...Object.values(probes).flat(), ...named].map((path) => ({ platform, path }));
});

const thin = ({ attempt_id, collected_at, platform, positions }: Evidence): Evidence => ({
  attempt_id,
  collected_at,
  platform,
  positions,
});

const noProbes = (evidence: Evidence): Evidence => {
  const { webdriver, clock_track } = evidence.signals!;
  return {
    ...evidence,
    device: undefined,
    signals: { webdriver, clock_track, not_run: { probes: 'not_loaded' } },
  };
};

/** Scripts without any browser or phone, on a home connection in the place that they claim. */
const script = (
  name: string,
  what: string,
  rest: Pick<Scenario, 'side' | 'runs'>,
  send: (evidence: Evidence, n: number) => Evidence,
  platformOf: (n: number) => Device['platform'] = () => 'web',
): Scenario => ({
  name,
  what,
  level: 'payload',
  ...rest,
  async run(gym, n) {
    const device = gym.device(n, platformOf(n));
    return (await gym.enter()).send(send(gym.honest(device), n), device.ip);
  },
});

/** The runs at which each scenario is complete: one for each field. */
const fieldOf = (n: number) => FIELDS[n % FIELDS.length]!;

export const incompleteAttacks: Scenario[] = [
  script(
    'nothing but a position',
    'sends a position and leaves out everything that a check could look at',
    { side: 'attack', runs: 30 },
    thin,
    (n) => PLATFORMS[n % PLATFORMS.length]!,
  ),
  script(
    'one field left out',
    'makes up everything that the SDK sends but one field, another one in each run',
    { side: 'attack', runs: FIELDS.length },
    (evidence, n) => without(evidence, fieldOf(n).path),
    (n) => fieldOf(n).platform,
  ),
  script(
    'probes that never loaded',
    'claims that the SDK’s probes could not be loaded, and sends the rest',
    { side: 'attack', runs: 20 },
    noProbes,
  ),
];

export const incompleteUndetectable: Scenario[] = [
  script(
    'the whole set made up',
    'makes up plausibly everything that the SDK sends',
    { side: 'undetectable', runs: 20 },
    (evidence) => evidence,
  ),
];
