import type { record } from '@standpoint/contract';
import { codeWords } from '@standpoint/contract/words/values';
import type { OutcomeTone } from '../parts/outcome.tsx';

interface Said {
  title: string;
  about: string;
  tone: OutcomeTone;
}

const TONES: Record<string, OutcomeTone> = {
  pass: 'pass',
  approved: 'pass',
  approve: 'pass',
  delivered: 'pass',
  fail: 'fail',
  declined: 'fail',
  decline: 'fail',
  failed: 'fail',
  review: 'review',
  pending: 'review',
  retry: 'retry',
};
const OUTCOMES: Record<string, string> = {
  approve: 'approved',
  decline: 'declined',
  delivered: 'delivered',
  failed: 'not delivered',
  pending: 'waits',
};
const NAMES: Record<string, string> = {
  'decided decided': 'Decided',
  'decided completed': 'Decided',
  'decided evidence_deleted': 'Evidence deleted: its retention was over',
  'review opened': 'Sent to review',
  'review answered': 'First of two answers',
  'review decided': 'Review decided',
  'session created': 'Session opened',
  'session redacted': 'Redacted',
  'consent agreed': 'Consent given',
  'consent refused': 'Consent refused',
  'consent withdrawn': 'Consent withdrawn',
  'handoff issued': 'Code for a phone shown',
  'handoff redeemed': 'Phone opened the code',
  'handoff confirmed': 'Phone confirmed',
  'handoff second_redeemer': 'A second device tried the code',
  'attempt opened': 'Attempt began',
  'attempt submitted': 'Capture sent',
  'audit face.frames_revealed': 'Frames revealed',
  'audit face.frames_exported': 'Pictures exported',
  'audit face.duplicates_seen': 'Compared with customers who look alike',
  'audit record.evidence_exported': 'Evidence downloaded',
  'audit record.note_added': 'Note written',
  'audit record.note_removed': 'Note taken back',
  'audit record.tags_set': 'Tags changed',
  'audit face.canceled': 'Canceled',
  'audit face.redacted': 'Redacted',
  'audit session.simulated': 'An end was simulated',
  'audit verification.simulated': 'This verification was simulated',
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function aboutOf({ kind, name, by, detail }: record.Step): string {
  const parts: string[] = [];
  if (kind === 'event') parts.push(name.replaceAll('.', '\u200b.'));
  if (by) parts.push(`by ${by}`);
  if (kind === 'delivery') {
    parts.push(text(detail.host) || 'an endpoint that was removed');
    if (typeof detail.attempts === 'number')
      parts.push(`${detail.attempts} ${detail.attempts === 1 ? 'attempt' : 'attempts'}`);
  }
  if (kind === 'audit' && detail.review_id) parts.push('to decide a review');
  if (detail.simulated === true) parts.push('simulated in the sandbox');
  if (detail.four_eyes === true) parts.push('needs two people to approve');
  if (kind === 'handoff' && typeof detail.same_network === 'boolean')
    parts.push(detail.same_network ? 'same network' : 'another network');
  if (kind === 'attempt' || kind === 'consent')
    parts.push(detail.device ? `on a ${text(detail.device)}` : '');
  if (text(detail.version)) parts.push(`version ${text(detail.version)}`);
  return parts.filter(Boolean).join(', ');
}

/** One step of a record in words. A step of a later version has its own name, made readable. */
export function stepWords(step: record.Step): Said {
  const { kind, name, outcome } = step;
  const result = outcome === null ? '' : (OUTCOMES[outcome] ?? outcome.replaceAll('_', ' '));
  const said =
    kind === 'event'
      ? 'Event written'
      : kind === 'delivery'
        ? `Webhook ${result}`
        : `${NAMES[`${kind} ${name}`] ?? codeWords(name)}${result && kind !== 'attempt' ? `: ${result}` : ''}`;
  // An entry of the audit log says what was done; whether the person passed is said by the step of the decision.
  const tone = kind === 'audit' ? undefined : TONES[outcome ?? ''];
  return { title: said, about: aboutOf(step), tone: tone ?? 'quiet' };
}
