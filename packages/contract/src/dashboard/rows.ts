import { endpoint, WITH_BODY } from '../endpoint.ts';
import { FaceSession, listSessions } from '../face/sessions.ts';
import { nullable } from '../geolocation/decision.ts';
import { listVerifications, Verification } from '../geolocation/verifications.ts';
import { closed, formed, oneOf, optional, type Static, Type } from '../schema.ts';
import { DASHBOARD_API, inEnv, person, WITH_PERSON } from './person.ts';
import { EXPORTERS, ROLES } from './role-sets.ts';

const of = Verification.properties;

/** A verification as a row of a list shows it. */
export const VerificationRow = closed({
  verification_id: of.verification_id,
  customer_id: of.customer_id,
  erased: of.erased,
  created_at: of.created_at,
  decision: of.decision,
  transaction_type: of.transaction_type,
  reason_codes: of.reason_codes,
  country: nullable(Type.String()),
  subdivision: nullable(Type.String()),
  p95_m: nullable(Type.Number()),
  network_country: nullable(Type.String()),
  install_id: of.install_id,
  record_contradicted: of.record_contradicted,
});
export type VerificationRow = Static<typeof VerificationRow>;

const face = FaceSession.properties;

/** A face session as a row of a list shows it. */
export const SessionRow = closed({
  session_id: face.session_id,
  customer_id: face.customer_id,
  workflow_id: face.workflow_id,
  status: face.status,
  decision: face.decision,
  reasons: face.reasons,
  attempts: Type.Integer(),
  attempts_max: face.attempts_max,
  handed_over: Type.Boolean(),
  created_at: face.created_at,
  record_contradicted: face.record_contradicted,
});
export type SessionRow = Static<typeof SessionRow>;

/** Of these rows, those that fit the filters: what is new or has changed. */
export const ROWS_BY_ID_MAX = 20;
const ids = (prefix: string) =>
  optional(
    formed(
      `^${prefix}_[0-9A-HJKMNP-TV-Z]{26}(,${prefix}_[0-9A-HJKMNP-TV-Z]{26}){0,${ROWS_BY_ID_MAX - 1}}$`,
      `up to ${ROWS_BY_ID_MAX} ids with commas between them`,
    ),
  );

const read = { ...person(ROLES), method: 'GET' as const, params: inEnv(), errors: WITH_PERSON };
const { properties: verificationQuery } = listVerifications.query;
const { properties: sessionQuery } = listSessions.query;

export const listVerificationRows = endpoint({
  ...read,
  name: 'dashboardVerificationRows',
  path: `${DASHBOARD_API}/{org}/{env}/verifications`,
  summary: 'Verifications as rows of a list, newest first; the whole record has its own address.',
  query: closed({ ...verificationQuery, ids: ids('ver') }),
  answer: closed({ rows: Type.Array(VerificationRow), next_cursor: nullable(Type.String()) }),
});

export const listSessionRows = endpoint({
  ...read,
  name: 'dashboardSessionRows',
  path: `${DASHBOARD_API}/{org}/{env}/sessions`,
  summary: 'Face sessions as rows of a list, newest first; the whole record has its own address.',
  query: closed({ ...sessionQuery, ids: ids('fcs') }),
  answer: closed({ rows: Type.Array(SessionRow), next_cursor: nullable(Type.String()) }),
});

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;

/** How the answer says what it holds, beside the file itself. */
export const EXPORT_ABOUT_HEADER = 'standpoint-rows';
/** Rows are counted up to here before an export begins; `100000+` stands for more. */
export const EXPORT_COUNTED_MAX = 100_000;
/** The last line of an export that is whole ends with a line break; one that broke off ends the connection instead. */
const file = {
  ...person(EXPORTERS),
  method: 'POST' as const,
  stream: 'file' as const,
  params: inEnv(),
  max_body: 'body_bytes' as const,
  answer: Type.String(),
  errors: [...WITH_BODY, ...WITH_PERSON],
};

const chosen = <C extends readonly string[]>(columns: C) => ({
  format: oneOf(...EXPORT_FORMATS),
  /** In this order; all when absent. */
  columns: optional(
    Type.Array(oneOf(...(columns as unknown as string[])), {
      minItems: 1,
      maxItems: columns.length,
      uniqueItems: true,
    }),
  ),
  /** A byte order mark in front, by which Excel knows UTF-8. */
  bom: optional(Type.Boolean()),
});

export const VERIFICATION_COLUMNS = [
  'verification_id',
  'created_at',
  'customer_id',
  'decision',
  'decision_source',
  'transaction_type',
  'transaction_name',
  'transaction_id',
  'reason_codes',
  'country',
  'subdivision',
  'lat',
  'lng',
  'p95_m',
  'network_country',
  'install_id',
  'assurance',
  'policy_id',
  'policy_version',
  'engine_version',
  'expires_at',
  'erased',
  'record_contradicted',
] as const;

export const SESSION_COLUMNS = [
  'session_id',
  'created_at',
  'completed_at',
  'customer_id',
  'status',
  'decision',
  'decision_source',
  'reasons',
  'attempts',
  'attempts_max',
  'handed_over',
  'workflow_id',
  'workflow_version',
  'record_contradicted',
] as const;

const { cursor: _v, limit: _w, ...verificationFilters } = verificationQuery;
const { cursor: _s, limit: _t, ...sessionFilters } = sessionQuery;

export const exportVerifications = endpoint({
  ...file,
  name: 'dashboardExportVerifications',
  path: `${DASHBOARD_API}/{org}/{env}/verifications/export`,
  summary:
    'Verifications as a file, newest first, with the filters of the list. The audit log says who took what.',
  body: closed({ ...chosen(VERIFICATION_COLUMNS), filters: optional(closed(verificationFilters)) }),
});

export const exportSessions = endpoint({
  ...file,
  name: 'dashboardExportSessions',
  path: `${DASHBOARD_API}/{org}/{env}/sessions/export`,
  summary:
    'Face sessions as a file, newest first, with the filters of the list. The audit log says who took what.',
  body: closed({ ...chosen(SESSION_COLUMNS), filters: optional(closed(sessionFilters)) }),
});

export const ROWS_ENDPOINTS = [
  listVerificationRows,
  listSessionRows,
  exportVerifications,
  exportSessions,
] as const;
