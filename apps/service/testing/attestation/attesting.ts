import { randomBytes } from 'node:crypto';
import type { Evidence, Integrity, PolicyDefinition, PreflightClaims } from '@standpoint/contract';
import { changeSettings } from '../../src/accounts/organizations.ts';
import { draft, publish } from '../../src/accounts/versions.ts';
import type { RevocationList } from '../../src/geolocation/attestation/android-key/revocation.ts';
import { attestationBinding } from '../../src/geolocation/attestation/binding.ts';
import type { PlayDecoder } from '../../src/geolocation/attestation/play-integrity/decoder.ts';
import { browserEvidence, claimsOf, seal } from '../browser-payload.ts';
import type { TestOrganization, TestService } from '../service.ts';
import { AndroidDevice, APP } from './android-device.ts';
import { AppAttestDevice, appleLikeAuthority } from './app-attest-device.ts';

export const NOW = Date.now();
export const IOS = 'A1B2C3D4E5.com.example.bank';
export const authority = appleLikeAuthority(NOW);
export const phone = () => new AppAttestDevice(authority, IOS, NOW);
export const android = new AndroidDevice(NOW);

/** What Google says: its list of revoked keys, and its verdict about a token. */
interface Google {
  revocations(): RevocationList | null;
  decode: PlayDecoder['decode'];
}
const SILENT: Google = {
  revocations: () => ({ fetched_ms: NOW, entries: new Map() }),
  decode: () => Promise.reject(new Error('No test of this file asks Google.')),
};

/** An organization with both apps and a policy that demands `attested`. The service trusts both makers. */
export async function attestingOrganization(
  service: TestService,
  google = SILENT,
): Promise<TestOrganization> {
  service.deps.attestation = {
    anchors: { ...authority.anchors, google_root_keys: android.trusted },
    revocations: { current: () => google.revocations() },
    play: { decode: google.decode },
  };
  const org = await service.organization();
  const { db } = service.database;
  await changeSettings(db, org.org, { apps: { ios: [IOS], android: [APP] } });
  const policy: PolicyDefinition = {
    name: 'payouts',
    transaction_types: ['payout'],
    min_assurance: 'attested',
  };
  const made = (await draft(db, 'policy', org.org, policy))!;
  await publish(db, 'policy', org.org, made.id);
  return org;
}

interface Try {
  type?: string;
  customer?: string;
  env?: 'production' | 'sandbox';
  token?: string;
  /** Replaces the sealed content after the binding was made. */
  tamper?: (core: string) => string;
}

/** Calls of native apps for the organization of that moment, and what the service stored. */
export function attestationCalls(service: TestService, org: () => TestOrganization) {
  const mint = async ({
    type = 'payout',
    customer = `c-${randomBytes(6).toString('hex')}`,
    env = 'production',
  }: Try) =>
    (
      await service.call({
        path: '/geolocation/preflight',
        token: org().api[env],
        host: env,
        body: { customer_id: customer, transaction_type: type },
      })
    ).data.token as string;

  /** Verifies once as a native app; `prove` makes the integrity part from the binding. */
  async function verify(prove: (binding: Buffer, claims: PreflightClaims) => Integrity, options: Try = {}) {
    const token = options.token ?? (await mint(options));
    const claims = claimsOf(token);
    const evidence: Evidence = { jti: claims.jti, ...browserEvidence({ platform: 'ios' }) };
    const core = JSON.stringify(evidence);
    const integrity = prove(attestationBinding(claims, core), claims);
    const content = JSON.stringify({ core: options.tamper?.(core) ?? core, integrity });
    const payload = await seal(token, evidence, { content });
    const answer = await service.call({
      path: '/geolocation/verify',
      token,
      host: options.env ?? 'production',
      body: { payload },
    });
    const seen =
      answer.status === 200
        ? (
            await service.call({
              path: `/geolocation/verifications/${answer.data.verification_id}`,
              token: org().results[options.env ?? 'production'],
              host: options.env ?? 'production',
            })
          ).data
        : null;
    return { status: answer.status, text: answer.text, answer: answer.data, seen, core };
  }

  const stored = async (device: { key_id: Buffer }) =>
    (
      await service.database.pool.query('SELECT * FROM attested_key WHERE org = $1 AND key_id = $2', [
        org().org,
        device.key_id,
      ])
    ).rows[0];

  return { mint, verify, stored };
}

type Verified = Awaited<ReturnType<ReturnType<typeof attestationCalls>['verify']>>;
export const reasons = ({ seen }: Verified): string[] => seen.reason_codes;

export const base64 = (bytes: Buffer) => bytes.toString('base64');
export const attest =
  (device: AppAttestDevice, change = {}) =>
  (binding: Buffer): Integrity => ({
    kind: 'app_attest',
    key_id: base64(device.key_id),
    attestation: base64(device.attest(binding, change)),
  });
export const assert =
  (device: AppAttestDevice, change = {}) =>
  (binding: Buffer): Integrity => ({
    kind: 'app_attest',
    key_id: base64(device.key_id),
    assertion: base64(device.assert(binding, change)),
  });
