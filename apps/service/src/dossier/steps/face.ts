import type { record } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import type { Subject } from '../subject.ts';

type Of = Pick<Subject, 'org' | 'env' | 'record_id'>;
type Kind = record.Step['kind'];

const step = (
  kind: Kind,
  name: string,
  at: Date | null,
  detail: record.Step['detail'] = {},
  outcome: string | null = null,
): record.Step[] => (at ? [{ at: new Date(at).toISOString(), kind, name, outcome, by: null, detail }] : []);

/** What a session's own rows say of its course. */
export async function faceSteps({ database: { db } }: Deps, of: Of): Promise<record.Step[]> {
  const rows = <T extends 'face_session' | 'face_handoff' | 'face_attempt' | 'face_consent'>(table: T) =>
    db
      .selectFrom(table as 'face_session')
      .selectAll()
      .where('org', '=', of.org)
      .where('env', '=', of.env)
      .where('session_id', '=', of.record_id);
  const session = await rows('face_session').executeTakeFirstOrThrow();
  const consents = (await rows('face_consent').execute()) as unknown as Consent[];
  const handoffs = (await rows('face_handoff').execute()) as unknown as Handoff[];
  const attempts = (await rows('face_attempt').execute()) as unknown as Attempt[];
  return [
    ...step('session', 'created', session.created_at),
    ...consents.flatMap(({ act, at, version, device }) => step('consent', act, at, { version, device })),
    ...handoffs.flatMap((each) => [
      ...step('handoff', 'issued', each.created_at, { channel: each.channel }),
      ...step('handoff', 'redeemed', each.redeemed_at, { same_network: each.ip_same }),
      ...step('handoff', 'confirmed', each.confirmed_at),
      ...step('handoff', 'second_redeemer', each.second_at),
    ]),
    ...attempts.flatMap((each) => [
      ...step('attempt', 'opened', each.opened_at, { attempt_id: each.attempt_id, device: each.device }),
      ...step('attempt', 'submitted', each.submitted_at, { attempt_id: each.attempt_id }, each.outcome),
    ]),
    ...step(
      'decided',
      'completed',
      session.completed_at,
      {},
      session.decision_source === 'review' ? 'review' : session.decision,
    ),
    ...step('session', 'redacted', session.redacted_at),
  ];
}

interface Consent {
  act: string;
  at: Date;
  version: string;
  device: string;
}
interface Handoff {
  channel: string;
  created_at: Date;
  redeemed_at: Date | null;
  confirmed_at: Date | null;
  second_at: Date | null;
  ip_same: boolean | null;
}
interface Attempt {
  attempt_id: string;
  device: string;
  opened_at: Date;
  submitted_at: Date | null;
  outcome: string | null;
}
