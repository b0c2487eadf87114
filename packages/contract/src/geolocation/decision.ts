import { closed, oneOf, type Static, type TSchema, Type } from '../schema.ts';

export const GeolocationDecision = oneOf('pass', 'fail', 'review', 'retry');
export type GeolocationDecision = Static<typeof GeolocationDecision>;

/** A reason a person can act on; anti-spoof reasons never reach the client. */
export const Reason = closed({ code: Type.String(), message: Type.String(), remedy: Type.String() });
export type Reason = Static<typeof Reason>;

export const Check = closed({
  code: Type.String(),
  outcome: oneOf('pass', 'fail', 'uncertain', 'skipped'),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  inputs: Type.Record(Type.String(), Type.Unknown()),
});
export type Check = Static<typeof Check>;

export const Assurance = oneOf('consistent', 'attested', 'handoff');
export type Assurance = Static<typeof Assurance>;

export const RECHECK_EVENTS = ['ip_change', 'resume', 'movement', 'permission_change'] as const;

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
