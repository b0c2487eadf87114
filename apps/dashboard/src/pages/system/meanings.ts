import type { System } from '@standpoint/contract';
import type { OutcomeTone } from '../../parts/outcome.tsx';

export type Finding = System['findings'][number];

interface Meaning {
  title: string;
  means: string;
  /** What to do where it is not as it should be. */
  next: string;
  command?: string;
}

const LOG = 'Look at the log of this node for the reason, then start it anew.';

/** What each check is for, by its name. A check of a newer service has none. */
const MEANINGS: Record<string, Meaning> = {
  database: { title: 'Database', means: 'Everything but keys and frames is stored there.', next: LOG },
  'key store': {
    title: 'Key store',
    means: 'The keys of people’s data. Without them no personal data can be read, and no person erased.',
    next: 'See that its folder or bucket is there and can be written. Until then no new person can be checked.',
  },
  'database role': {
    title: 'Role of the database',
    means: 'What the service could do to the tables if it were taken over.',
    next:
      'Give the service a role that reads and writes rows and owns nothing, as docs/operations.md says ' +
      'under “Roles of the database”.',
  },
  'read-only role': {
    title: 'Read-only role',
    means: 'For reports that must not change anything.',
    next: 'Take its rights to write away, or correct DATABASE_READONLY_URL.',
  },
  epoch: { title: 'Fence', means: 'Tokens of a database that was restored are refused.', next: LOG },
  clock: {
    title: 'Clock',
    means: 'Tokens and time limits go by the clock of the database.',
    next: 'See that the servers set their clocks by NTP.',
  },
  'signing keys': {
    title: 'Signing keys',
    means: 'Results are signed with them, and they change every 90 days.',
    next: LOG,
  },
  partitions: {
    title: 'Partitions',
    means: 'Room for the tokens of the hours ahead.',
    next: `They are made by themselves. ${LOG}`,
  },
  'geographic data': {
    title: 'Geographic data',
    means: 'Borders, places and networks that decisions are made from.',
    next: 'Run this on the server. Nothing stops meanwhile.',
    command: 'npx standpoint geo update',
  },
  'revoked keys': {
    title: 'Revoked device keys',
    means: 'Android devices whose keys leaked are refused by this list.',
    next: 'See that the service can reach the list, as docs/operations.md says under “Apps and attestations”.',
  },
  limits: {
    title: 'Limits',
    means: 'How calls are counted over several nodes.',
    next: 'See that Redis runs, and that REDIS_URL names it. Until then each node counts by itself.',
  },
  'root key': {
    title: 'Root key',
    means: 'It opens every other key. Keep a copy away from this machine.',
    next: 'Copy it back from your backup, and let only the service read it.',
  },
  mail: { title: 'Mail', means: 'How invitations and resets reach people.', next: LOG },
  'map tiles': {
    title: 'Map tiles',
    means: 'The file whose map lies below the outlines. Without it, maps show outlines alone.',
    next:
      'Put a whole PMTiles file in its place: the service opens it by itself. “Maps” in the operations ' +
      'guide says where such a file comes from.',
  },
  'outgoing calls': { title: 'Outgoing calls', means: 'Which addresses a webhook may name.', next: LOG },
  webhooks: {
    title: 'Webhooks',
    means: 'Whether your endpoints take what they are sent.',
    next: 'Repair the receiver. An endpoint that was switched off is switched on again under Webhooks.',
  },
};

export const meaningOf = (name: string): Meaning =>
  MEANINGS[name] ?? { title: name.charAt(0).toUpperCase() + name.slice(1), means: '', next: LOG };

type State = Finding['state'];
export const STATES: Record<State, { tone: OutcomeTone; words: string }> = {
  fine: { tone: 'pass', words: 'Good' },
  warning: { tone: 'review', words: 'Not for long' },
  failing: { tone: 'fail', words: 'Look at it' },
  unknown: { tone: 'quiet', words: 'Not known' },
};
const ORDER: readonly State[] = ['failing', 'unknown', 'warning', 'fine'];

/** What needs attention comes first. */
export const inOrder = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));

/** "4 days", "of unknown age". */
export const ageWords = (days: number | null): string =>
  days === null ? 'of unknown age' : days === 1 ? '1 day' : `${days} days`;
