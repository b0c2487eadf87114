import { attestationAttacks, attestedRuns } from './attacks/attestation.ts';
import { incompleteAttacks, incompleteUndetectable } from './attacks/incomplete.ts';
import { journeyAttacks } from './attacks/journey.ts';
import { nativeAttacks } from './attacks/native.ts';
import { networkAttacks } from './attacks/network.ts';
import { replayAttacks } from './attacks/replay.ts';
import { handoffAttacks, handoffUndetectable } from './attacks/two-keys.ts';
import { honestRuns } from './honest.ts';
import type { Scenario } from './scenario.ts';

/** Every scenario that writes its evidence by hand, except those that nothing can detect. */
export const DETECTABLE: readonly Scenario[] = [
  ...honestRuns,
  ...attestedRuns,
  ...replayAttacks,
  ...journeyAttacks,
  ...nativeAttacks,
  ...networkAttacks,
  ...incompleteAttacks,
  ...attestationAttacks,
  ...handoffAttacks,
];

/** Attacks whose rate is published and held to nothing. */
export const UNDETECTABLE: readonly Scenario[] = [...handoffUndetectable, ...incompleteUndetectable];
