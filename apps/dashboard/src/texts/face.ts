import type { FaceDecision, SessionPhase, SessionStatus } from '@standpoint/contract';
import { codeWords } from '@standpoint/contract/words/values';
import type { OutcomeTone } from '../parts/outcome.tsx';

export const FACE_DECISION_WORDS: Record<FaceDecision, { tone: OutcomeTone; word: string }> = {
  approved: { tone: 'pass', word: 'Approved' },
  declined: { tone: 'fail', word: 'Declined' },
  review: { tone: 'review', word: 'Review' },
};

export const STATUS_WORDS: Record<SessionStatus, string> = {
  created: 'Not opened yet',
  in_progress: 'Under way',
  processing: 'Being judged',
  completed: 'Completed',
  expired: 'Expired',
  canceled: 'Canceled',
  failed: 'Stopped by an error',
};

export const PHASE_WORDS: Record<SessionPhase, string> = {
  none: '',
  consent: 'asks for consent',
  permission: 'asks for the camera',
  handoff_wait: 'waits for a phone',
  handoff_active: 'goes on at a phone',
  capture: 'captures',
  uploading: 'uploads',
};

export const FACE_CHECKS: Record<string, string> = {
  quality: 'Quality of the pictures',
  challenge: 'Challenge',
  light: 'Light from the screen',
  liveness: 'Liveness',
  injection: 'Camera',
  match: 'Match with the reference',
  dedupe: 'Other customers with this face',
};

export const FACE_CHECK_OUTCOMES: Record<string, { tone: OutcomeTone; word: string }> = {
  pass: { tone: 'pass', word: 'Passed' },
  fail: { tone: 'fail', word: 'Did not pass' },
  suspected: { tone: 'review', word: 'Doubtful' },
  unavailable: { tone: 'review', word: 'Could not be judged' },
  skipped: { tone: 'quiet', word: 'Skipped' },
};

export const FACE_REASONS: Record<string, string> = {
  engine_unavailable: 'The models were not available',
  liveness_unknown: 'Liveness was not judged',
  liveness_fail: 'Liveness below its threshold',
  liveness_suspected: 'Liveness near its threshold',
  liveness_unavailable: 'Liveness could not be judged',
  match_fail: 'The face does not match the reference',
  match_suspected: 'The match is near its threshold',
  match_unavailable: 'The match could not be judged',
  challenge_fail: 'The challenge was not done',
  injection_suspected: 'The camera looks replaced',
  dedupe_suspected: 'Looks like another customer',
  workflow_asks_for_review: 'The workflow asks for a review of everybody',
  review_requested: 'A review was asked for',
  template_lapsed: 'The stored template is too old to compare',
  simulated: 'Simulated in the sandbox',
};

export const faceReasonWords = (code: string): string => FACE_REASONS[code] ?? codeWords(code);
