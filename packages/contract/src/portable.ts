import { endpoint } from './endpoint.ts';
import { nullable } from './geolocation/decision.ts';
import { page, results, WITH_RESULTS_KEY } from './results.ts';
import { closed, oneOf, open, type Static, Type, text, timestamp } from './schema.ts';

/** The kinds of records in an export, in the order in which its pages bring them. */
export const EXPORT_KINDS = [
  'customer',
  'hold',
  'verification',
  'session',
  'frame',
  'template',
  'print',
  'place',
  'sighting',
  'household',
  'device_key',
  'handoff',
  'event',
  'note',
] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** One thing that is stored about the customer. */
export const ExportRecord = closed({
  kind: oneOf(...EXPORT_KINDS),
  /** The id of what it is about, where it has one. */
  id: nullable(Type.String()),
  /** What each kind holds: docs/retention.md. */
  data: open(),
});
export type ExportRecord = Static<typeof ExportRecord>;

export const exportCustomer = endpoint({
  name: 'exportCustomer',
  method: 'GET',
  path: '/customers/{customer_id}/export',
  summary: 'Everything that is stored about one customer, page by page, and nothing about others.',
  ...results('results:read'),
  params: closed({ customer_id: text(128) }),
  query: closed(page(`(${EXPORT_KINDS.join('|')})~[\\w.:~-]{0,400}`)),
  answer: closed({
    customer_id: Type.String(),
    livemode: Type.Boolean(),
    exported_at: timestamp(),
    records: Type.Array(ExportRecord),
    next_cursor: nullable(Type.String()),
  }),
  errors: WITH_RESULTS_KEY,
});

export const PORTABLE_ENDPOINTS = [exportCustomer] as const;
