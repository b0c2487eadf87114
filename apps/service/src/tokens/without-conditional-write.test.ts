import { afterAll, expect, it, vi } from 'vitest';
import { race } from '../../testing/attacks.ts';
import { mutant } from '../../testing/mutant.ts';
import { openTestService, type TestService } from '../../testing/service.ts';

// The usual mistake: look first, then insert. The moment in between is stretched, so that the control does
// not depend on how busy the machine is.
vi.mock('./single-use.ts', () =>
  mutant(
    'tokens/single-use.ts',
    [
      "  INSERT INTO spent_token (org, env, jti, exp, outcome, payload_sha256, verification_id)\n  SELECT $1::text, $2::text, $3::uuid, to_timestamp($4::bigint), 'spent', $5::bytea, $6::text\n",
      '  SELECT 1\n',
    ],
    [
      '  ON CONFLICT DO NOTHING\n  RETURNING 1',
      "     AND NOT EXISTS (SELECT FROM spent_token s WHERE s.org = $1::text AND s.env = $2::text AND s.jti = $3::uuid)\n     AND ($5::bytea IS NOT NULL OR $6::text IS NOT NULL)\n     AND pg_sleep(0.02) IS NOT NULL\n ), late AS (INSERT INTO spent_token (org, env, jti, exp, outcome, payload_sha256, verification_id) SELECT $1, $2, $3, to_timestamp($4::bigint), 'spent', $5, $6 FROM spend ON CONFLICT DO NOTHING",
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
