import type { Row } from '../../queries.ts';
import { DONE } from '../../words.ts';

export interface Circumstances {
  row: Row;
  /** Whether this person decides reviews. */
  may: boolean;
  /** An owner or admin. */
  manager: boolean;
  offline: boolean;
}

/** Why this person cannot decide now; null where they can. */
export function whyNot({ row, may, manager, offline }: Circumstances): string | null {
  if (!may) return 'Your role reads reviews. Deciding takes the role owner, admin, analyst or reviewer.';
  if (offline) return 'No connection: deciding is off until it returns. What you wrote stays.';
  if (row.held || row.outcome !== null) return `${firstWords(row)} Your note is kept.`;
  if (row.state === 'closed') return 'The person’s data was erased or redacted. Nothing is left to review.';
  if (row.claim && !row.claim.mine)
    return (
      `${row.claim.by.name} holds this. ` +
      `${manager ? 'Take it over to decide it.' : 'It is free when they release it, or when their ten minutes end.'}`
    );
  if (row.first?.mine) return 'You gave the first answer. The second comes from another person.';
  if (row.escalated && !manager) return 'This was escalated: an owner or admin decides it.';
  return null;
}

/** "Bob Reed approved this just now." */
function firstWords({ held, outcome, decided_by }: Row): string {
  const who = (held ? held.by?.name : decided_by) ?? 'Another person';
  return `${who} ${DONE[held?.outcome ?? outcome ?? 'decline'].toLowerCase()} this first.`;
}
