import { createHash } from 'node:crypto';
import type { Database } from '../../../database/connect.ts';
import { hexDigest } from '../android-key/origin.ts';
import { failedStep, type Proof, type ProofContext, type ProofOutcome, proofOutcome } from '../proof.ts';
import type { PlayDecoder } from './decoder.ts';
import { evaluatePlayIntegrity, type PlayQuestion } from './play-integrity.ts';

const KIND = 'play_integrity';

const CLAIM = `
  WITH claimed AS (
    INSERT INTO play_token (org, env, token_sha256, jti) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM claimed) AS won,
         (SELECT jti::text FROM play_token WHERE org = $1 AND env = $2 AND token_sha256 = $3) AS earlier`;

/**
 * Claims the Play token for this request, before it is handed to Google. One write decides, and the claim
 * stays when Google does not answer: a second decode of a token returns a cleared verdict, so no request ever
 * asks for one.
 */
async function claimToken(
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

type PlayApp = NonNullable<PlayQuestion['apps']>[number];

/** Asks Google once for the verdict, and evaluates it. */
export async function playOrigin(
  db: Database['pool'],
  decoder: PlayDecoder,
  proof: Proof,
  context: ProofContext,
): Promise<ProofOutcome> {
  if (proof.integrity.token === undefined)
    return failedStep(KIND, 'form', 'attestation_malformed', 'there is no token');
  const apps = (context.apps.android ?? []).map((app) => ({ ...app, digests: app.digests.map(hexDigest) }));
  const named = proof.integrity.package ?? apps[0]!.package;
  // Google is asked only about the operator's own apps.
  if (!apps.some((app) => app.package === named))
    return failedStep(KIND, 'app', 'app_not_recognized', 'another package');
  const claimed = await claimToken(db, context, proof);
  if (claimed === 'spent')
    return failedStep(KIND, 'ledger', 'attestation_invalid', 'a verdict that was used before');
  if (claimed === 'same_request') {
    const why = 'the verdict is being decoded for this request';
    return failedStep(KIND, 'ledger', 'attestation_unavailable', why);
  }
  let verdict: unknown;
  try {
    verdict = await decoder.decode(named, proof.integrity.token);
  } catch {
    return failedStep(KIND, 'google', 'attestation_unavailable', 'Google could not be asked');
  }
  return readVerdict(verdict, apps, proof, context);
}

function readVerdict(verdict: unknown, apps: PlayApp[], proof: Proof, context: ProofContext): ProofOutcome {
  const report = evaluatePlayIntegrity(verdict, {
    binding: proof.binding,
    apps,
    at_ms: context.now_ms,
    testing_allowed: context.env === 'sandbox',
  });
  const { statement } = report;
  if (!statement) return proofOutcome(KIND, report);
  const { package: app, recognition, version_code, licensing, play_protect, testing } = statement;
  return proofOutcome(
    KIND,
    report,
    { app, recognition, version_code, device: statement.device.join(' '), licensing, play_protect, testing },
    { signals: signalsOf(statement.access_risk) },
  );
}

/** Names of the risks that another app controls or records the screen. */
function signalsOf(risks: string[]): string[] {
  const anyEndsWith = (word: string) => risks.some((risk) => risk.endsWith(word));
  return [
    ...(anyEndsWith('CONTROLLING') ? ['remote_control'] : []),
    ...(anyEndsWith('CAPTURING') ? ['screen_shared'] : []),
  ];
}
