import { Refused } from '../api/refused.ts';

/** Records that have a page, by how their ids begin. `at`: the page below the place, before the id. */
const KINDS: readonly { prefix: string; one: string; at: string }[] = [
  { prefix: 'ver', one: 'verification', at: 'verifications/' },
  { prefix: 'fcs', one: 'session', at: 'sessions/' },
  { prefix: 'rev', one: 'case', at: 'review?case=' },
  { prefix: 'pol', one: 'policy', at: 'policies/' },
  { prefix: 'wf', one: 'workflow', at: 'workflows/' },
];

/** The kind of record that an id is of, and its page; null for what is no id of a record with a page. */
export function kindOfId(id: string): { one: string; at: string } | null {
  const [, prefix] = /^([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}$/.exec(id) ?? [];
  const kind = KINDS.find((each) => each.prefix === prefix);
  return kind ? { one: kind.one, at: `${kind.at}${id}` } : null;
}

/** Whether the record’s own reading was refused because nothing has this id, or nothing can have it. */
export const isNoRecord = (error: Error): boolean =>
  error instanceof Refused && (error.status === 404 || error.code === 'invalid_request');
