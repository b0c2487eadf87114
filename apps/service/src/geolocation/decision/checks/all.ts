import { accuracy } from './accuracy.ts';
import { anonymizer } from './anonymizer.ts';
import { assurance } from './assurance.ts';
import { attestation } from './attestation.ts';
import { automation } from './automation.ts';
import type { CheckDefinition, Group, Traits } from './check.ts';
import { clockSkew } from './clock-skew.ts';
import { completeness } from './completeness.ts';
import { expectedJurisdiction } from './expected-jurisdiction.ts';
import { freshness } from './freshness.ts';
import { geolocationApi } from './geolocation-api.ts';
import { handoff } from './handoff.ts';
import { installId } from './install-id.ts';
import { ipChanged } from './ip-changed.ts';
import { ipCountry } from './ip-country.ts';
import { ipDistance } from './ip-distance.ts';
import { ipStamp } from './ip-stamp.ts';
import { jurisdiction } from './jurisdiction.ts';
import { native } from './native.ts';
import { override } from './override.ts';
import { permission } from './permission.ts';
import { positionAvailable } from './position-available.ts';
import { replay } from './replay.ts';
import { sharing } from './sharing.ts';
import { timeZone } from './time-zone.ts';
import { travel } from './travel.ts';
import { velocity } from './velocity.ts';

/** Every check. The order is the order in the evidence, and of equally strict reasons. */
export const CHECKS: readonly CheckDefinition[] = [
  permission,
  positionAvailable,
  completeness,
  freshness,
  accuracy,
  jurisdiction,
  expectedJurisdiction,
  ipCountry,
  anonymizer,
  ipDistance,
  ipStamp,
  ipChanged,
  clockSkew,
  timeZone,
  travel,
  replay,
  sharing,
  velocity,
  installId,
  automation,
  geolocationApi,
  override,
  native,
  attestation,
  handoff,
  assurance,
];

/** Every code that a check can give, with its default action and its group. */
export const CODES: ReadonlyMap<string, Traits & { group: Group }> = new Map(
  CHECKS.flatMap(({ codes, group }) =>
    Object.entries(codes).map(([code, traits]) => [code, { ...traits, group }]),
  ),
);
