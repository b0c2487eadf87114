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

/**
 * A fact about what vouches for a decision. No fact implies another.
 * - `consistent`: no device vouches for the position; it rests on evidence that the checks compared.
 * - `attested`: the device that measured the position is attested.
 * - `handoff`: the holder of a second key confirmed the position from another browser or device, and that
 *   evidence passed the same policy. This never says "a real device": one script can hold two keys.
 */
export const AssuranceFact = oneOf('consistent', 'attested', 'handoff');
export type AssuranceFact = Static<typeof AssuranceFact>;

/**
 * The facts that hold, in the order above: either `consistent` or `attested`, then `handoff` if it holds.
 */
export const Assurance = Type.Array(AssuranceFact, { minItems: 1, maxItems: 2 });
export type Assurance = Static<typeof Assurance>;

export const RECHECK_EVENTS = ['ip_change', 'resume', 'movement', 'permission_change'] as const;

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
