import { randomBytes } from 'node:crypto';
import type { Integrity } from '@standpoint/contract';
import { rootOfTrust } from '../../../apps/service/testing/attestation/android-device.ts';
import { DEVELOPMENT } from '../../../apps/service/testing/attestation/app-attest-device.ts';
import { bool } from '../../../apps/service/testing/attestation/der-writer.ts';
import {
  androidPhone,
  asserts,
  attests,
  copiedPhone,
  iPhone,
  presents,
  REVOKED,
  signs,
  untrustedAndroid,
} from '../attested-devices.ts';
import type { Scenario } from '../scenario.ts';

type Prove = (binding: Buffer) => Integrity;

const forged = (
  name: string,
  what: string,
  platform: 'ios' | 'android',
  prove: (n: number) => Prove,
  tamper?: (core: string) => string,
): Scenario => ({
  name,
  what,
  level: 'payload',
  side: 'attack',
  runs: 5,
  async run(gym, n) {
    const device = gym.device(n, platform);
    return (await gym.enter()).sendProven(gym.honest(device), device.ip, prove(n), tamper);
  },
});

/** Changes the tenths of the latitude, about eleven kilometres, after the device has signed. */
const moveNorth = (core: string) =>
  core.replace(
    /("lat":-?\d+\.)(\d)/,
    (_, head: string, tenth: string) => `${head}${(Number(tenth) + 5) % 10}`,
  );

/** Flips another bit of the proof in each run. */
const flip = (member: 'attestation' | 'assertion', n: number, proof: Integrity): Integrity => {
  const bytes = Buffer.from(String(proof[member]), 'base64');
  bytes[Math.floor((bytes.length * (n + 0.5)) / 5)]! ^= 1 << (n % 8);
  return { ...proof, [member]: bytes.toString('base64') };
};

/**
 * Forged and mutated proofs. None of them covers a genuine device that receives false satellite signals.
 */
export const attestationAttacks: Scenario[] = [
  forged('self-made Apple chain', 'copies every name of the vendor’s chain onto keys of its own', 'ios', () =>
    attests(copiedPhone()),
  ),
  forged('repackaged iOS app', 'attests another app than the organization’s', 'ios', () =>
    attests(iPhone(), { app: 'Z9Y8X7W6V5.com.example.copy' }),
  ),
  forged('development build', 'attests a development build in production', 'ios', () =>
    attests(iPhone(), { aaguid: DEVELOPMENT }),
  ),
  forged(
    'mutated attestation',
    'flips one bit of a genuine attestation',
    'ios',
    (n) => (binding) => flip('attestation', n, attests(iPhone())(binding)),
  ),
  forged('proof for another token', 'presents a genuine attestation made for another token', 'ios', () => {
    const other = randomBytes(32);
    return () => attests(iPhone())(other);
  }),
  forged(
    'moved after signing',
    'changes the position after the phone has attested it',
    'ios',
    () => attests(iPhone()),
    moveNorth,
  ),
  forged('unknown key', 'asserts with a key that was never attested', 'ios', () => asserts(iPhone())),
  {
    ...forged('counter used again', 'asserts twice with the same counter', 'ios', () => asserts(iPhone())),
    async run(gym, n) {
      const device = gym.device(n, 'ios');
      const phone = iPhone();
      const first = await gym.enter();
      const who = { customer_id: first.customer_id, install_id: first.install_id };
      await first.sendProven(gym.honest(device), device.ip, attests(phone));
      await (await gym.enter(who)).sendProven(gym.honest(device), device.ip, asserts(phone, { counter: 2 }));
      return (await gym.enter(who)).sendProven(gym.honest(device), device.ip, asserts(phone, { counter: 2 }));
    },
  },
  forged(
    'self-made Android chain',
    'copies every name of the vendor’s chain onto keys of its own',
    'android',
    () => presents(untrustedAndroid()),
  ),
  forged('software key', 'attests a key that no hardware keeps', 'android', () =>
    presents(androidPhone(), { levels: [0, 0] }),
  ),
  forged('unlocked phone', 'attests on a phone whose boot loader is unlocked', 'android', () =>
    presents(androidPhone(), { hardware: { 704: rootOfTrust(bool(false), 2) } }),
  ),
  forged('repackaged Android app', 'attests another package than the organization’s', 'android', () =>
    presents(androidPhone(), { packages: ['com.example.copy'] }),
  ),
  forged('revoked key box', 'uses a chain whose certificate is on the revocation list', 'android', () =>
    presents(androidPhone(), { serial: REVOKED }),
  ),
  forged(
    'moved after signing, Android',
    'changes the position after the phone has attested it',
    'android',
    () => presents(androidPhone()),
    moveNorth,
  ),
];

/** Genuine phones: the first check attests a key, the second uses it. */
export const attestedRuns: Scenario[] = [
  {
    ...forged('attested iPhones', 'attest a key, and assert with it', 'ios', () => attests(iPhone())),
    side: 'honest',
    runs: 20,
    async run(gym, n) {
      const device = gym.device(n, 'ios');
      const phone = iPhone();
      const first = await gym.enter();
      await first.sendProven(gym.honest(device), device.ip, attests(phone));
      const again = await gym.enter({ customer_id: first.customer_id, install_id: first.install_id });
      return again.sendProven(gym.honest(device), device.ip, asserts(phone));
    },
  },
  {
    ...forged('attested Android phones', 'attest a key, and sign with it', 'android', () =>
      presents(androidPhone()),
    ),
    side: 'honest',
    runs: 20,
    async run(gym, n) {
      const device = gym.device(n, 'android');
      const phone = androidPhone();
      const first = await gym.enter();
      await first.sendProven(gym.honest(device), device.ip, presents(phone));
      const again = await gym.enter({ customer_id: first.customer_id, install_id: first.install_id });
      return again.sendProven(gym.honest(device), device.ip, signs(phone));
    },
  },
];
