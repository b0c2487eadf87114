import { all, type Change, handoff, policy } from './changes.ts';

/** Cases about the facts that support the evidence: attestations and second devices. */
export const ORIGIN_CASES: Record<string, Change> = {
  'attestation demanded and absent': policy({ min_assurance: 'attested' }),
  'attestation demanded, not to be checked': all(policy({ min_assurance: 'attested' }), (input) => {
    input.origin.attestation = 'unverified';
  }),
  'attestation forged': (input) => {
    Object.assign(input.origin, {
      attestation: 'invalid',
      kind: 'app_attest',
      codes: ['attestation_invalid'],
    });
  },
  'attestation with an old counter': (input) => {
    Object.assign(input.origin, {
      attestation: 'invalid',
      kind: 'app_attest',
      codes: ['counter_not_increasing'],
    });
  },
  'attestation of an unlocked device': (input) => {
    Object.assign(input.origin, {
      attestation: 'invalid',
      kind: 'android_key_attestation',
      codes: ['device_integrity_low'],
      details: { device_locked: false, verified_boot: 'UNVERIFIED' },
    });
  },
  'attestation that cannot be read': (input) => {
    Object.assign(input.origin, {
      attestation: 'malformed',
      kind: 'android_key_attestation',
      codes: ['attestation_malformed'],
    });
  },
  'attestation demanded, but its verifier is unavailable': all(
    policy({ min_assurance: 'attested' }),
    (input) => {
      Object.assign(input.origin, {
        attestation: 'unavailable',
        kind: 'play_integrity',
        codes: ['attestation_unavailable'],
      });
    },
  ),
  'attestation by a phone that is steered from afar': (input) => {
    input.evidence.platform = 'android';
    Object.assign(input.origin, {
      attestation: 'verified',
      kind: 'play_integrity',
      signals: ['remote_control'],
    });
  },
  'attestation demanded and there': all(policy({ min_assurance: 'attested' }), (input) => {
    input.origin.attestation = 'verified';
  }),
  'hand-off demanded and there': all(policy({ min_assurance: 'handoff' }), handoff({}, { decision: 'pass' })),
  'hand-off demanded, no key was proven': all(
    policy({ min_assurance: 'handoff' }),
    handoff({ bound: false }, { decision: 'pass' }),
  ),
  'hand-off demanded, by the phone itself': all(
    policy({ min_assurance: 'handoff' }),
    handoff({ side: 'phone' }),
  ),
  'attestation demanded, and the phone’s is there': all(
    policy({ min_assurance: 'attested' }),
    handoff({}, { decision: 'pass', attestation: 'verified' }),
  ),
  'attestation demanded, and the asker’s is there': all(
    policy({ min_assurance: 'attested' }),
    handoff({}, { decision: 'pass' }),
    (input) => {
      input.origin.attestation = 'verified';
    },
  ),
};
