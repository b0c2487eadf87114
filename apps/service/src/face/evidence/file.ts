import { evidenceLines } from '../../evidence/line.ts';
import { FACE_EVIDENCE_FORMAT, type FaceEvidenceRecord } from './record.ts';

/** Evidence of a judged attempt, written and read as one line; signed as `face-evidence+jwt`. */
export const faceEvidence = evidenceLines<FaceEvidenceRecord, 'session_id' | 'attempt_id'>({
  format: FACE_EVIDENCE_FORMAT,
  ids: ['session_id', 'attempt_id'],
  isRecord({ input, capture, verdict, findings, workflow }) {
    const parts: unknown[] = [verdict, findings, workflow];
    const whole = parts.every((part) => typeof part === 'object' && part !== null);
    return whole && typeof input.engine_version === 'string' && Array.isArray(capture.frames);
  },
});

export type FaceEvidenceFile = ReturnType<typeof faceEvidence.write>;
