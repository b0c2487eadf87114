import { endpoint, WITH_BODY } from '../../endpoint.ts';
import { nullable } from '../../geolocation/decision.ts';
import { page } from '../../results.ts';
import {
  closed,
  oneOf,
  open,
  optional,
  type Static,
  sha256Base64url,
  Type,
  text,
  timestamp,
} from '../../schema.ts';
import { DASHBOARD_API, inOrg, person, WITH_PERSON } from '../person.ts';
import { READ_AUDIT } from '../role-sets.ts';

/** One entry, and where it stands in the chain. */
export const AuditEntry = closed({
  audit_id: Type.String(),
  /** Null while it waits to be linked, for about a second. */
  seq: nullable(Type.Integer()),
  at: Type.String(),
  env: nullable(Type.String()),
  actor: Type.String(),
  /** Of a person; null for keys, commands and the service itself. */
  actor_name: nullable(Type.String()),
  action: Type.String(),
  target: nullable(Type.String()),
  outcome: Type.String(),
  request_id: nullable(Type.String()),
  ip: nullable(Type.String()),
  detail: open(),
});
export type AuditEntry = Static<typeof AuditEntry>;

const filters = {
  /** The whole value, or its beginning when it ends with `*`. */
  action: optional(text(128)),
  actor: optional(text(128)),
  target: optional(text(128)),
  from: optional(timestamp()),
  to: optional(timestamp()),
};
const log = `${DASHBOARD_API}/{org}/audit`;

export const listAudit = endpoint({
  ...person(READ_AUDIT),
  name: 'dashboardAudit',
  method: 'GET',
  path: log,
  summary: 'The audit log of the organization, newest first.',
  params: inOrg(),
  query: closed({ ...filters, ...page('aud_[0-9A-HJKMNP-TV-Z]{26}') }),
  answer: closed({ rows: Type.Array(AuditEntry), next_cursor: nullable(Type.String()) }),
  errors: WITH_PERSON,
});

/** A place in the chain from which it is followed. */
const Link = closed({ seq: Type.Integer({ minimum: 0 }), hash: sha256Base64url() });

export const verifyAudit = endpoint({
  ...person(READ_AUDIT),
  name: 'dashboardVerifyAudit',
  method: 'POST',
  path: `${log}/verify`,
  summary: 'Recompute a part of the chain, up to 20,000 links. Repeat it with `after` until it is done.',
  params: inOrg(),
  body: closed({ after: optional(Link) }),
  max_body: 'body_bytes',
  answer: closed({
    /** True when the end of the chain was reached, and compared with the signed heads. */
    done: Type.Boolean(),
    /** Links that were checked in this part. */
    checked: Type.Integer(),
    /** Links of the whole chain when this part began. */
    total: Type.Integer(),
    /** The last link that is right; pass it as `after`. */
    last: nullable(Link),
    /** Entries that are not linked yet. */
    waiting: Type.Integer(),
    heads: closed({ checked: Type.Integer(), newest: nullable(Type.String()) }),
    problem: nullable(
      closed({ seq: nullable(Type.Integer()), audit_id: nullable(Type.String()), says: Type.String() }),
    ),
  }),
  errors: [...WITH_BODY, ...WITH_PERSON],
});

export const AUDIT_COLUMNS = [
  'audit_id',
  'seq',
  'at',
  'env',
  'actor',
  'actor_name',
  'action',
  'target',
  'outcome',
  'request_id',
  'ip',
  'detail',
] as const;

export const exportAudit = endpoint({
  ...person(READ_AUDIT),
  name: 'dashboardExportAudit',
  method: 'POST',
  path: `${log}/export`,
  summary: 'The audit log as a file, newest first, with the filters of the list.',
  stream: 'file',
  params: inOrg(),
  body: closed({
    format: oneOf('csv', 'ndjson'),
    columns: optional(
      Type.Array(oneOf(...AUDIT_COLUMNS), { minItems: 1, maxItems: AUDIT_COLUMNS.length, uniqueItems: true }),
    ),
    bom: optional(Type.Boolean()),
    filters: optional(closed(filters)),
  }),
  max_body: 'body_bytes',
  answer: Type.String(),
  errors: [...WITH_BODY, ...WITH_PERSON],
});

export const AUDIT_ENDPOINTS = [listAudit, verifyAudit, exportAudit] as const;
