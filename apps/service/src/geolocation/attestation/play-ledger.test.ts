import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sharedService } from '../../../testing/hooks.ts';
import { mutant } from '../../../testing/mutant.ts';
import { newJti } from '../../ids.ts';
import { playOrigin } from './play-integrity/origin.ts';

const service = sharedService();

const context = {
  org: 'org_1',
  env: 'production' as const,
  customer_hash: 'c',
  now_ms: Date.now(),
  apps: { android: [{ package: 'com.example.bank', digests: ['ab'.repeat(32)] }] },
};

/** Counts how often Google is asked when twelve requests bring one token at the same time. */
async function asked(origin: typeof playOrigin, token: string): Promise<number> {
  let times = 0;
  const decode = async () => {
    times++;
    return {};
  };
  const binding = createHash('sha256').digest();
  await Promise.all(
    Array.from({ length: 12 }, () =>
      origin(
        service.database.pool,
        { decode },
        { integrity: { kind: 'play_integrity', token }, binding, jti: newJti() },
        context,
      ),
    ),
  );
  return times;
}

it('asks Google once for a token, however many requests bring it', async () => {
  expect(await asked(playOrigin, 'one')).toBe(1);
});

it('mutation control: without the claim, Google is asked again and again', async () => {
  const lax = await mutant<{ playOrigin: typeof playOrigin }>(
    'geolocation/attestation/play-integrity/origin.ts',
    ["if (won) return 'won';", "if (won || earlier) return 'won';"],
    ['return earlier === null ||', "if (earlier === null) return 'won';\n  return "],
  );
  expect(await asked(lax.playOrigin, 'two')).toBeGreaterThan(1);
});
