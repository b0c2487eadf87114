import { createHash } from 'node:crypto';
import type { Database } from '../../../database/connect.ts';
import { hexDigest } from '../android-key/origin.ts';
import { type Found, found, type Proof, type ProofContext, refused } from '../found.ts';
import type { PlayDecoder } from './decoder.ts';
import { evaluatePlayIntegrity } from './play-integrity.ts';

const KIND = 'play_integrity';

const CLAIM = `
  WITH claimed AS (
    INSERT INTO play_token (org, env, token_sha256, jti) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM claimed) AS won,
         (SELECT jti::text FROM play_token WHERE org = $1 AND env = $2 AND token_sha256 = $3) AS earlier`;

/**
 * Whether this call may hand the token to Google. Decided by one write before anything is sent, and not taken
 * back when Google does not answer: a second decode gives a cleared verdict, so nobody ever gets one.
 */
async function claim(
  db: Database['pool'],
  { org, env }: ProofContext,
  { jti, integrity }: Proof,
): Promise<'won' | 'same_request' | 'spent'> {
  const digest = createHash('sha256').update(integrity.token!).digest();
  const { rows } = await db.query<{ won: boolean; earlier: string | null }>(CLAIM, [org, env, digest, jti]);
  const { won, earlier } = rows[0]!;
  if (won) return 'won';
  // A retransmission while the first call still waits for Google. (Null: claimed in the same instant.)
  return earlier === null || earlier === jti ? 'same_request' : 'spent';
}

/** Asks Google once for the verdict, and judges it. */
export async function playOrigin(
  db: Database['pool'],
  decoder: PlayDecoder,
  proof: Proof,
  context: ProofContext,
): Promise<Found> {
  if (proof.integrity.token === undefined)
    return refused(KIND, 'form', 'attestation_malformed', 'there is no token');
  const apps = (context.apps.android ?? []).map((app) => ({ ...app, digests: app.digests.map(hexDigest) }));
  const named = proof.integrity.package ?? apps[0]!.package;
  // Only of the operator's own apps is Google ever asked.
  if (!apps.some((app) => app.package === named))
    return refused(KIND, 'app', 'app_not_recognized', 'another package');
  const claimed = await claim(db, context, proof);
  if (claimed === 'spent')
    return refused(KIND, 'ledger', 'attestation_invalid', 'a verdict that was used before');
  if (claimed === 'same_request')
    return refused(
      KIND,
      'ledger',
      'attestation_unavailable',
      'the verdict is being decoded for this request',
    );
  let verdict: unknown;
  try {
    verdict = await decoder.decode(named, proof.integrity.token);
  } catch {
    return refused(KIND, 'google', 'attestation_unavailable', 'Google could not be asked');
  }
  const report = evaluatePlayIntegrity(verdict, {
    binding: proof.binding,
    apps,
    at_ms: context.now_ms,
    testing_allowed: context.env === 'sandbox',
  });
  const { statement } = report;
  if (!statement) return found(KIND, report);
  const { package: app, recognition, version_code, licensing, play_protect, testing } = statement;
  return found(
    KIND,
    report,
    { app, recognition, version_code, device: statement.device.join(' '), licensing, play_protect, testing },
    { signals: signalsOf(statement.access_risk) },
  );
}

function signalsOf(risks: string[]): string[] {
  const any = (word: string) => risks.some((risk) => risk.endsWith(word));
  return [...(any('CONTROLLING') ? ['remote_control'] : []), ...(any('CAPTURING') ? ['screen_shared'] : [])];
}
