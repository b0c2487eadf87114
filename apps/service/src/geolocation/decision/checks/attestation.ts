import { check, fail, pass, skipped, type Traits, uncertain } from './check.ts';

const CODES = {
  attestation_invalid: { fail: 'fail', outcomes: ['fail'] },
  // Our reader may be stricter than a device's writer, so a malformed attestation is no proof against a
  // person.
  attestation_malformed: { fail: 'review', outcomes: ['fail'] },
  counter_not_increasing: { fail: 'fail', outcomes: ['fail'] },
  app_not_recognized: { fail: 'review', outcomes: ['fail'] },
  device_integrity_low: { fail: 'review', outcomes: ['fail'] },
  location_spoofing_risk: { fail: 'review', outcomes: ['fail'] },
  attestation_key_shared: { fail: 'review', outcomes: ['fail'] },
  attestation_unavailable: { fail: 'retry', outcomes: ['uncertain'], remedy: 'retry_now' },
} as const satisfies Record<string, Traits>;

export const attestation = check({
  question: 'Does the attestation that came with the evidence hold?',
  group: 'integrity',
  codes: CODES,
  run({ origin }) {
    const { attestation: outcome, kind, codes, details } = origin;
    return Object.keys(CODES).map((code) => {
      if (outcome === 'none') return skipped(code, 'no_attestation');
      if (outcome === 'unverified') return skipped(code, 'not_checked');
      if (!codes.includes(code))
        return codes.length === 0 ? pass(code, 1, { kind }) : skipped(code, 'not_found');
      // The platform could not be asked, so nothing is known: retry, then review.
      const found = code === 'attestation_unavailable' ? uncertain : fail;
      return found(code, 1, { kind, ...details });
    });
  },
});
