import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { differences } from '../../evidence/differences.ts';
import type { DecisionAgain, ReportOn } from '../../evidence/report.ts';
import { signatureStep } from '../../evidence/signature.ts';
import type { PublicSigningKey } from '../../tokens/check-evidence.ts';
import { engineOf } from '../decision/engines.ts';
import { type FactsAgain, factsAgain } from '../facts/again.ts';
import { locationEvidence } from './file.ts';
import { type EvidenceRecord, recordText } from './record.ts';

/** `simulated`: a sandbox outcome replaced the decision; the rest is still computed again. */
type DecisionStep = DecisionAgain<'identical' | 'different' | 'simulated' | 'not_recomputed'>;

export type EvidenceReport = ReportOn<{
  verification_id: string;
  policy: { policy_id: string | null; version: number; name: string; sha256: string };
  facts: FactsAgain;
  decision: DecisionStep;
}>;

/**
 * Computes one decision again from its evidence file and checks the signature, with nothing but this code and
 * its data files: no database, no network, no service. `pinned` are the keys to believe; without them the
 * file's own keys are used.
 */
export async function verifyEvidence(
  line: string,
  world: Pick<Deps, 'places' | 'network'>,
  pinned: PublicSigningKey[] | null = null,
): Promise<EvidenceReport> {
  const read = locationEvidence.read(line);
  if ('problem' in read) return { ok: false, form: { outcome: 'altered', problem: read.problem } };
  const { file, record } = read;
  const { policy_id, version, definition } = record.input.policy;
  const { verification_id, org, env } = record;
  const signature = await signatureStep(file, 'evidence', { verification_id, org, env }, pinned);
  // A record without a valid signature is not run through an engine, because it may hold anything.
  const trusted = signature.outcome !== 'invalid';
  const facts = trusted ? factsStep(world, record) : notDone('the signature is not valid');
  const decision = trusted ? await decisionStep(file.record, record) : unknownDecision(record);
  return {
    ok:
      signature.outcome === 'valid' &&
      facts.outcome !== 'different' &&
      (decision.outcome === 'identical' || decision.outcome === 'simulated'),
    verification_id,
    org,
    env,
    livemode: env === 'production',
    decided_at: record.decided_at,
    form: { outcome: 'well_formed' },
    signature,
    policy: {
      policy_id,
      version,
      name: definition.name,
      sha256: createHash('sha256').update(JSON.stringify(definition)).digest('hex'),
    },
    facts,
    decision,
  };
}

const unknownDecision = ({ input, decision }: EvidenceRecord): DecisionStep => ({
  outcome: 'not_recomputed',
  engine_version: input.engine_version,
  recorded: decision.decision,
  recomputed: null,
  differences: [],
});

const notDone = (why: string): FactsAgain => ({
  outcome: 'not_rederived',
  rederived: [],
  not_rederived: { all: why },
  differences: [],
});

function factsStep(world: Pick<Deps, 'places' | 'network'>, { input }: EvidenceRecord): FactsAgain {
  try {
    return factsAgain(world, input);
  } catch (error) {
    // Facts that no gatherer ever wrote.
    return { ...notDone((error as Error).message), outcome: 'different' };
  }
}

async function decisionStep(text: string, record: EvidenceRecord): Promise<DecisionStep> {
  const { input, decision: recorded } = record;
  const step = unknownDecision(record);
  const engine = await engineOf(input.engine_version);
  if (!engine) return step;
  try {
    const decision = engine(input);
    if (record.decision_source === 'simulated') {
      const left = ({ assurance, recheck_on, engine_version }: typeof decision) => ({
        assurance,
        recheck_on,
        engine_version,
      });
      const found = differences(left(recorded), left(decision));
      return {
        ...step,
        outcome: found.length === 0 ? 'simulated' : 'different',
        recomputed: decision.decision,
        differences: found,
      };
    }
    // Equality is not enough: the whole text is serialised again and must be the signed text.
    const identical = recordText({ ...record, decision }) === text;
    return {
      ...step,
      outcome: identical ? 'identical' : 'different',
      recomputed: decision.decision,
      differences: identical ? [] : differences(recorded, decision),
    };
  } catch {
    return { ...step, outcome: 'different' };
  }
}
