/** Prefixes of ids (interface §1). An id that is not secret never shares a prefix with a secret. */
export const ID_PREFIXES = {
  organization: 'org',
  key: 'key',
  user: 'usr',
  workflow: 'wf',
  policy: 'pol',
  backtest: 'bkt',
  verification: 'ver',
  install: 'ins',
  place: 'plc',
  session: 'fcs',
  attempt: 'fca',
  handoff: 'hnd',
  reference: 'ref',
  template: 'tpl',
  transform: 'tfm',
  review: 'rev',
  review_hold: 'rvh',
  hold: 'hld',
  retention: 'ret',
  event: 'evt',
  webhook: 'whk',
  delivery: 'dlv',
  audit: 'aud',
  note: 'note',
  request: 'req',
  invitation: 'inv',
  package_token: 'pkt',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

export const ENVIRONMENTS = ['production', 'sandbox'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
