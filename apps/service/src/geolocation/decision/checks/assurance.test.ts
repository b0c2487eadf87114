import type { PolicyDefinition } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { askedPhone, decisionInput } from '../../../../testing/engines/decision-input.ts';
import { mutant, mutantInside } from '../../../../testing/mutant.ts';
import type { OriginFacts } from '../facts.ts';
import type * as Assurance from './assurance.ts';
import { assurance } from './assurance.ts';

const CHECK = 'geolocation/decision/checks/assurance.ts';
const HANDOFF = 'geolocation/decision/checks/handoff.ts';

const asked = (min_assurance: PolicyDefinition['min_assurance'], origin: Partial<OriginFacts>) =>
  decisionInput((input) => {
    Object.assign(input.policy.definition, { min_assurance });
    Object.assign(input.origin, origin);
  });
const outcome = (check: typeof assurance, input: ReturnType<typeof asked>) => check.run(input)[0]!.outcome;

/** Each attack, the defence that stops it, and how that defence is switched off. */
const ATTACKS: [what: string, ReturnType<typeof asked>, off: () => Promise<typeof Assurance>][] = [
  [
    'a second key in place of an attestation',
    asked('attested', { handoff: askedPhone() }),
    () =>
      mutant(CHECK, [
        "attestation === 'verified' : second",
        "attestation === 'verified' || second_device : second",
      ]),
  ],
  [
    'an attested asker with a position that a script measured',
    asked('attested', { attestation: 'verified', handoff: askedPhone() }),
    () => mutant(CHECK, ['isPhones(input) ?', 'input.origin.handoff === undefined ?']),
  ],
  [
    'a phone without a key',
    asked('handoff', { handoff: askedPhone({}, { bound: false }) }),
    () => mutantInside(CHECK, HANDOFF, ['if (!handoff?.bound)', 'if (!handoff)']),
  ],
  [
    'a phone that did not pass',
    asked('handoff', { handoff: askedPhone({ decision: 'review' }) }),
    () => mutantInside(CHECK, HANDOFF, ["handoff.phone?.decision === 'pass'", 'handoff.phone !== null']),
  ],
  [
    'a phone that another policy judged',
    asked('handoff', { handoff: askedPhone({ same_policy: false }) }),
    () => mutantInside(CHECK, HANDOFF, [' && handoff.phone.same_policy', '']),
  ],
];

describe.each(ATTACKS)('%s', (_, input, off) => {
  it('is refused', () => {
    expect(outcome(assurance, input)).toBe('fail');
  });

  it('mutation control: passes with the defence off', async () => {
    expect(outcome((await off()).assurance, input)).toBe('pass');
  });
});
