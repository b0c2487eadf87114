import { afterAll, expect, it, vi } from 'vitest';
import { race } from '../../testing/attacks.ts';
import { mutant } from '../../testing/mutant.ts';
import { openTestService, type TestService } from '../../testing/service.ts';

// Control of `defences.test.ts`.
// The usual mistake: look first, then insert. The moment in between is stretched, so that the control does
// not depend on how busy the machine is.
vi.mock('./single-use.ts', () =>
  mutant(
    'tokens/single-use.ts',
    [
      `  INSERT INTO spent_token (org, env, jti, exp, outcome, payload_sha256, verification_id)
  SELECT :org::text, :env::text, :jti::uuid, to_timestamp(:exp::bigint), 'spent',
         :payload_sha256::bytea, :verification_id::text
`,
      '  SELECT 1\n',
    ],
    [
      '  ON CONFLICT DO NOTHING\n  RETURNING 1',
      `     AND NOT EXISTS (
       SELECT FROM spent_token s WHERE s.org = :org::text AND s.env = :env::text AND s.jti = :jti::uuid)
     AND (:payload_sha256::bytea IS NOT NULL OR :verification_id::text IS NOT NULL)
     AND pg_sleep(0.02) IS NOT NULL
  ), late AS (
    INSERT INTO spent_token (org, env, jti, exp, outcome, payload_sha256, verification_id)
    SELECT :org, :env, :jti, to_timestamp(:exp::bigint), 'spent', :payload_sha256, :verification_id
      FROM spend ON CONFLICT DO NOTHING`,
    ],
  ),
);

let service: TestService;
afterAll(() => service.close());

it('mutation control: lets several racers win with a look-up before the insert', async () => {
  service = await openTestService({ unlimited: true });
  const org = await service.organization();
  let extra = 0;
  for (let i = 0; i < 10 && extra === 0; i++) extra += await race(service, org, 50);
  expect(extra).toBeGreaterThan(0);
});
