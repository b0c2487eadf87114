import { evidenceLines } from '../../evidence/line.ts';
import { EVIDENCE_FORMAT, type EvidenceRecord } from './record.ts';

/** Evidence of a verification as it leaves the service and is read again; signed as `evidence+jwt`. */
export const locationEvidence = evidenceLines<EvidenceRecord, 'verification_id'>({
  format: EVIDENCE_FORMAT,
  ids: ['verification_id'],
  isRecord: ({ input, decision }) =>
    typeof input.policy.definition.name === 'string' &&
    typeof input.engine_version === 'string' &&
    typeof decision === 'object' &&
    decision !== null,
});

export type EvidenceFile = ReturnType<typeof locationEvidence.write>;
