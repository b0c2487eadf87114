import { expect, it, vi } from 'vitest';
import { AppAttestDevice, appleLikeAuthority } from '../../../testing/attestation/app-attest-device.ts';
import { browserEvidence, claimsOf, seal } from '../../../testing/browser-payload.ts';
import { mutant } from '../../../testing/mutant.ts';
import { openTestService } from '../../../testing/service.ts';
import { changeSettings } from '../../accounts/organizations.ts';
import { attestationBinding } from './binding.ts';

// Control of `attestation.test.ts`.
vi.mock('./attested-keys.ts', async () =>
  mutant('geolocation/attestation/attested-keys.ts', [
    "AND (u.k->>'counter' IS NULL OR a.counter < (u.k->>'counter')::bigint) RETURNING 1",
    'RETURNING 1',
  ]),
);

it('mutation control: without the condition in the write, copies of one key win together', async () => {
  const app = 'A1B2C3D4E5.com.example.bank';
  const now = Date.now();
  const authority = appleLikeAuthority(now);
  const service = await openTestService({ unlimited: true });
  try {
    service.deps.attestation = {
      ...service.deps.attestation,
      anchors: { ...authority.anchors, google_root_keys: [] },
    };
    const org = await service.organization();
    await changeSettings(service.database.db, org.org, { apps: { ios: [app] } });
    const device = new AppAttestDevice(authority, app, now);
    const verify = async (prove: (binding: Buffer) => object) => {
      const minted = await service.call({
        path: '/geolocation/preflight',
        token: org.api.production,
        body: { customer_id: 'racer', transaction_type: 'login' },
      });
      const { token } = minted.data;
      const claims = claimsOf(token);
      const core = JSON.stringify({ jti: claims.jti, ...browserEvidence({ platform: 'ios' }) });
      const integrity = {
        kind: 'app_attest',
        key_id: device.key_id.toString('base64'),
        ...prove(attestationBinding(claims, core)),
      };
      const payload = await seal(token, browserEvidence(), { content: JSON.stringify({ core, integrity }) });
      const answer = await service.call({ path: '/geolocation/verify', token, body: { payload } });
      return claimsOf<{ assurance: string[] }>(answer.data.result_token).assurance;
    };
    await verify((binding) => ({ attestation: device.attest(binding).toString('base64') }));
    let won = 0;
    // Whether the racers meet is chance. Several rounds make the control independent of the machine's load.
    for (let counter = 9; counter < 19 && won < 2; counter++) {
      const copies = await Promise.all(
        Array.from({ length: 12 }, () =>
          verify((binding) => ({ assertion: device.assert(binding, { counter }).toString('base64') })),
        ),
      );
      won = copies.filter((assurance) => assurance.includes('attested')).length;
    }
    expect(won).toBeGreaterThan(1);
  } finally {
    await service.close();
  }
});
