import type { PolicyDefinition } from '@standpoint/contract';
import { playBothDevices } from '../../../apps/service/testing/attestation/two-key-script.ts';
import { deviceKey } from '../../../apps/service/testing/face/face.ts';
import { type Device, newDevice } from '../device.ts';
import type { Scenario } from '../scenario.ts';

const PHONES: Device['platform'][] = ['web', 'ios', 'android'];

/**
 * One program without any device. It invents all evidence of both sides of a hand-off, and proves a key as
 * the phone.
 */
const scripted = (
  name: string,
  side: Scenario['side'],
  min_assurance: PolicyDefinition['min_assurance'],
): Scenario => ({
  name,
  what: `plays desktop and phone of a hand-off, all evidence made up, where the policy demands \`${min_assurance}\``,
  level: 'payload',
  side,
  runs: 30,
  policy: { min_assurance },
  async run(gym, n) {
    const desktop = gym.device(n, 'web');
    const phone = newDevice(PHONES[n % PHONES.length]!, desktop.city, desktop.random);
    const { token } = await gym.enter();
    const { final } = await playBothDevices(gym.service, token, {
      asker: () => gym.honest(desktop),
      phone: () => gym.honest(phone),
      key: deviceKey(),
      ip: desktop.ip,
    });
    return final.status === 200
      ? gym.service.outcomeOf(final.data.verification_id)
      : { decision: 'refused', codes: [final.data.error.code] };
  },
});

export const handoffAttacks: Scenario[] = [
  scripted('one script, two keys: as attested', 'attack', 'attested'),
];

/**
 * Such a policy asks only for a second key, and a script can hold two. This rate is published without a
 * bar.
 */
export const handoffUndetectable: Scenario[] = [
  scripted('one script, two keys: as a second device', 'undetectable', 'handoff'),
];
