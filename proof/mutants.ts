import { fileURLToPath } from 'node:url';
import { newOrganization } from './organization.ts';
import { openHarness } from './processes.ts';
import { raceTokens } from './single-use.ts';

/**
 * A defence of the service, and the edit that switches it off. The edit is made when a service process loads
 * the module; the file stays as it is.
 */
interface Mutant {
  name: string;
  kind: 'tokens' | 'codes';
  /** Path below the service's `src`. */
  file: string;
  /** Each `from` must occur in the file exactly once. */
  changes: [from: string, to: string][];
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'look up, then insert',
    kind: 'tokens',
    file: 'tokens/single-use.ts',
    // The mutant looks first and inserts afterwards, so several callers can find the token unspent. The
    // primary key still lets only one row in, but no caller waits for it.
    changes: [
      [
        '  INSERT INTO spent_token (org, env, jti, exp, outcome, payload_sha256, verification_id)\n  SELECT :org::text',
        '  SELECT :org::text',
      ],
      [
        '  ON CONFLICT DO NOTHING\n  RETURNING 1`',
        `     AND NOT EXISTS (
       SELECT FROM spent_token s WHERE s.org = :org::text AND s.env = :env::text AND s.jti = :jti::uuid)),
  late AS (
    INSERT INTO spent_token (org, env, jti, exp, outcome, payload_sha256, verification_id)
    SELECT :org, :env, :jti, to_timestamp(:exp::bigint), 'spent', :payload_sha256, :verification_id
      FROM spend ON CONFLICT DO NOTHING\``,
      ],
    ],
  },
];

const LOADER = fileURLToPath(new URL('mutant-loader.ts', import.meta.url));
const ROUNDS = 20;

/** Runs the race against services with the defence off. It is an error when the race finds no violation. */
export async function runMutant(mutant: Mutant, say: (line: string) => void): Promise<string[]> {
  const harness = await openHarness({
    count: 2,
    node: ['--import', LOADER],
    env: { PROOF_MUTANT: JSON.stringify({ file: mutant.file, changes: mutant.changes }) },
  });
  try {
    const database = harness.database();
    const organization = await newOrganization(database);
    await database.close();
    const urls = harness.services.map(({ url }) => url);
    for (let round = 1; round <= ROUNDS; round++) {
      const races = await raceTokens({ urls, organization, tokens: 4, racers: 50 });
      const doubles = races.filter(({ accepted }) => accepted.length > 1);
      if (doubles.length > 0) {
        const most = Math.max(...doubles.map(({ accepted }) => accepted.length));
        say(
          `with “${mutant.name}”, ${doubles.length} of 4 tokens were accepted more than once ` +
            `(up to ${most} times, round ${round})`,
        );
        return [];
      }
    }
    return [`the race found no double acceptance in ${ROUNDS} rounds although the defence was off`];
  } finally {
    await harness.close();
  }
}
