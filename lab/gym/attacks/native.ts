import type { Evidence } from '@standpoint/contract';
import type { Device } from '../device.ts';
import type { Scenario } from '../scenario.ts';

type Signals = NonNullable<Evidence['signals']>;

/**
 * Attacks that a genuine app notices and reports. The report counts only where the app itself is attested.
 */
const reported = (
  name: string,
  what: string,
  platform: Exclude<Device['platform'], 'web'>,
  told: Signals,
): Scenario => ({
  name,
  what,
  level: 'payload',
  side: 'attack',
  runs: 10,
  async run(gym, n) {
    const device = gym.device(n, platform);
    const evidence = gym.honest(device);
    return (await gym.enter()).send({ ...evidence, signals: { ...evidence.signals, ...told } }, device.ip);
  },
});

export const nativeAttacks: Scenario[] = [
  reported('mock provider', 'feeds positions through Android’s mock location provider', 'android', {
    mock_provider: true,
  }),
  reported('simulated location', 'lets a computer simulate the position of an iPhone', 'ios', {
    simulated_by_software: true,
  }),
  reported('position from an accessory', 'feeds positions from an external receiver', 'ios', {
    produced_by_accessory: true,
  }),
  reported('Android emulator', 'runs the app in an emulator with a typed position', 'android', {
    emulator: true,
  }),
  reported('iOS simulator', 'runs the app in the simulator', 'ios', { emulator: true }),
  reported('rooted phone', 'runs the app on a rooted phone', 'android', { rooted: true }),
  reported('jailbroken phone', 'runs the app on a jailbroken phone', 'ios', { jailbroken: true }),
  reported('hooked app', 'hooks the location calls of the app at run time', 'android', {
    hooking_framework: true,
  }),
  reported('cloned app', 'runs a copy of the app in a dual-app space', 'android', { cloned_app: true }),
  reported('shared screen', 'shares the phone’s screen with a helper elsewhere', 'ios', {
    screen_shared: true,
  }),
  reported('remote control', 'steers a phone that stands in an allowed place', 'android', {
    remote_control: true,
  }),
];
